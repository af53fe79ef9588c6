import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { escapedJson, oneLine, terminalText } from '../../text/unprintable';

/**
 * The one place where the command line writes to its terminal or pipe. Every text is cleaned here, so that nothing from a
 * service or another person can move the cursor, hide or forge a line, or set the clipboard. `print` and `say` take
 * lines: a line feed inside of one, as in a forged title, becomes a space. The styles of {@link styled} pass.
 */
type Stream = NodeJS.WriteStream;

/** The answer of a command, line by line, to stdout. Progress and questions go to stderr, so that output can be piped. */
export function print(...lines: string[]): void {
  for (const line of lines) writeLine(process.stdout, line);
}

/** A text that has lines of its own, to stdout. */
export function printText(text: string): void {
  writeText(process.stdout, text);
}

/** One line of JSON; characters that a terminal would act on are escaped. */
export function printJson(value: unknown): void {
  printJsonText(JSON.stringify(value));
}

/** JSON, or lines of it, as it was written elsewhere. */
export function printJsonText(json: string): void {
  process.stdout.write(ended(escapedJson(json)));
}

/** Lines for a person, to stderr. */
export function say(...lines: string[]): void {
  for (const line of lines) writeLine(process.stderr, line);
}

/** A text that has lines of its own, to stderr. */
export function sayText(text: string): void {
  writeText(process.stderr, text);
}

export function writeLine(stream: Stream, line: string): void {
  stream.write(`${cleaned(line, oneLine)}\n`);
}

function writeText(stream: Stream, text: string): void {
  stream.write(ended(cleaned(text, terminalText)));
}

/** Lines in the place of the last `above` ones; each has to fit the width of the stream. */
export function writeOver(stream: Stream, above: number, lines: readonly string[]): void {
  const up = above === 0 ? '' : `\x1b[${above}A\r\x1b[J`;
  stream.write(up + lines.map((line) => `${cleaned(line, oneLine)}\n`).join(''));
}

/** The line that the cursor is in, written over; the cursor stays in it. */
export function writeLive(stream: Stream, line: string): void {
  stream.write(`\r\x1b[2K${cleaned(line, oneLine)}`);
}

/** Calls back when everything is written. */
export function flush(done: () => void): void {
  process.stdout.write('', () => done());
}

function ended(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}

/** Begins the styles of this process. Nobody else can know it, so no text from outside holds one. */
const STYLE = `\x1b${randomBytes(12).toString('hex')}`;
const STYLES = new RegExp(`${STYLE}(\\d+)m`);

/** Splits by our own styles: the texts between them are cleaned, the styles become those of a terminal. */
function cleaned(text: string, clean: (text: string) => string): string {
  return text
    .split(STYLES)
    .map((part, at) => (at % 2 === 0 ? clean(part) : `\x1b[${part}m`))
    .join('');
}

/** Whether a person can be asked: keyboard and screen are both a terminal. */
export function isInteractive(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Text with a style where the stream shows colours; only the functions above can write it. */
export function styled(style: Style, text: string, stream: Stream = process.stderr): string {
  if (!showsColours(stream)) return text;
  const [begin, end] = inspect.colors[style]!;
  return `${STYLE}${begin}m${text}${STYLE}${end}m`;
}

/**
 * `FORCE_COLOR` switches colours on or, as 0, off; without it `NO_COLOR` (https://no-color.org) switches them off, and so
 * does a terminal that says of itself that it is dumb, or no terminal at all.
 */
function showsColours(stream: Stream): boolean {
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
export function movesCursor(stream: Stream): boolean {
  return stream.isTTY === true && process.env.TERM !== 'dumb';
}
