import { userInfo } from 'node:os';
import { styleText } from 'node:util';

/** What a command answers goes to stdout, what it says to a person to stderr, so that output can be piped. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value));
}

export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Whether a person can be asked: keyboard and screen are both a terminal. */
export function isInteractive(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

type Style = Parameters<typeof styleText>[0];

/** Text with a style where the stream shows colours and nobody has switched them off (https://no-color.org). */
export function styled(style: Style, text: string, stream: NodeJS.WriteStream = process.stderr): string {
  return stream.isTTY && !process.env.NO_COLOR ? styleText(style, text) : text;
}

/** `7 s`, `3 min 05 s`, `2 h 03 min`: for people. */
export function elapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${two(seconds % 60)} s`;
  return `${Math.floor(seconds / 3600)} h ${two(Math.floor((seconds % 3600) / 60))} min`;
}

/** Name under which decisions are recorded when the command names none. */
export function localUser(): string {
  try {
    return process.env.USER || userInfo().username || 'command line';
  } catch {
    // A container may run under a number without a name.
    return 'command line';
  }
}
