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

/** Text with a style where the stream shows colours. */
export function styled(style: Style, text: string, stream: NodeJS.WriteStream = process.stderr): string {
  // Whether a stream shows them is decided here, the same on every version of Node.
  return showsColours(stream) ? styleText(style, text, { validateStream: false }) : text;
}

/**
 * `FORCE_COLOR` switches colours on or, as 0, off; without it `NO_COLOR` (https://no-color.org) switches them off, and so
 * does a terminal that says of itself that it is dumb, or no terminal at all.
 */
function showsColours(stream: NodeJS.WriteStream): boolean {
  const { FORCE_COLOR, NO_COLOR, TERM } = process.env;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return stream.isTTY === true && !NO_COLOR && TERM !== 'dumb';
}

/** `--no-color`: also for the libraries that ask the environment. */
export function withoutColours(): void {
  delete process.env.FORCE_COLOR;
  process.env.NO_COLOR = '1';
}

/** Whether lines can be drawn over again there. */
export function movesCursor(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY === true && process.env.TERM !== 'dumb';
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
