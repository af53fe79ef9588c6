import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { escapedJson, oneLine, terminalText } from '../../base/text/unprintable';
import { withOwnName } from './program-name';

/**
 * The only place where the command line writes to its terminal or pipe. Every text is sanitized, so that text from a
 * service or another person cannot move the cursor, hide or forge a line, or set the clipboard. `print` and `say` take
 * lines: a line feed within one, as in a forged title, becomes a space. The styles of {@link styled} are kept.
 */
type Stream = NodeJS.WriteStream;

/** Prints result lines to stdout. Progress and prompts go to stderr, so that output can be piped. */
export function print(...lines: string[]): void {
  for (const line of lines) writeLine(process.stdout, line);
}

/** Prints messages to stdout. Unlike in results, commands in them get the name of this program. */
export function printMessage(...lines: string[]): void {
  print(...lines.map(withOwnName));
}

/** Prints a multi-line text to stdout. */
export function printText(text: string): void {
  writeText(process.stdout, text);
}

/** Prints one line of JSON, with control characters escaped. */
export function printJson(value: unknown): void {
  printJsonText(JSON.stringify(value));
}

/** Prints JSON or JSON lines that are already serialized. */
export function printJsonText(json: string): void {
  process.stdout.write(ended(escapedJson(json)));
}

/** Prints messages to stderr. The commands in them can be pasted. */
export function say(...lines: string[]): void {
  for (const line of lines) writeLine(process.stderr, line);
}

/** Prints a multi-line text to stderr. */
export function sayText(text: string): void {
  writeText(process.stderr, text);
}

/** Results on stdout stay as they are; commands in messages get the name of this program. */
export function writeLine(stream: Stream, line: string): void {
  const shown = stream === process.stdout ? line : withOwnName(line);
  stream.write(`${cleaned(shown, oneLine)}\n`);
}

function writeText(stream: Stream, text: string): void {
  stream.write(ended(cleaned(text, terminalText)));
}

/** Replaces the last `above` lines. Each line must fit the width of the stream. */
export function writeOver(stream: Stream, above: number, lines: readonly string[]): void {
  const up = above === 0 ? '' : `\x1b[${above}A\r\x1b[J`;
  stream.write(up + lines.map((line) => `${cleaned(line, oneLine)}\n`).join(''));
}

/** Replaces the line of the cursor; the cursor stays in it. */
export function writeLive(stream: Stream, line: string): void {
  stream.write(`\r\x1b[2K${cleaned(line, oneLine)}`);
}

/** Calls back after all output is written. */
export function flush(done: () => void): void {
  process.stdout.write('', () => done());
}

/** Columns of a terminal; other streams have no limit. */
export function columnsOf(stream: Stream): number {
  return stream.isTTY ? (stream.columns ?? 80) : Number.POSITIVE_INFINITY;
}

function ended(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}

/** Random prefix of this process's styles, so that no outside text can contain one. */
const STYLE = `\x1b${randomBytes(12).toString('hex')}`;
const STYLES = new RegExp(`${STYLE}(\\d+m|[\\w-]*u)`);

/** Sanitizes the text between styles and turns styles and links into terminal sequences. */
function cleaned(text: string, clean: (text: string) => string): string {
  return text
    .split(STYLES)
    .map((part, at) => (at % 2 === 0 ? clean(part) : part.endsWith('u') ? openLink(part.slice(0, -1)) : `\x1b[${part}`))
    .join('');
}

/** @param encoded the URL as base64url; empty closes the link */
function openLink(encoded: string): string {
  return `\x1b]8;;${oneLine(Buffer.from(encoded, 'base64url').toString())}\x1b\\`;
}

/**
 * A text that opens a URL on a click. Where the stream does not support links, the URL follows the text.
 *
 * @param isSupported from {@link supportsLinks}
 */
export function linked(text: string, url: string, isSupported: boolean): string {
  if (!isSupported) return `${text}  ${url}`;
  return `${STYLE}${Buffer.from(url).toString('base64url')}u${text}${STYLE}u`;
}

/** Whether the terminal shows links. `FORCE_HYPERLINK` enables them or, if 0, disables them. */
export function supportsLinks(stream: Stream): boolean {
  const { CI, FORCE_HYPERLINK, TERM = '', TERM_PROGRAM = '', VTE_VERSION = '0', WT_SESSION } = process.env;
  if (FORCE_HYPERLINK) return Number.parseInt(FORCE_HYPERLINK, 10) !== 0;
  if (stream.isTTY !== true || !showsColors(stream)) return false;
  if (WT_SESSION !== undefined) return true;
  const programs = ['iTerm.app', 'WezTerm', 'vscode', 'ghostty', 'zed', 'WarpTerminal'];
  // VTE 0.50.0 crashes on a link.
  const isKnown = programs.includes(TERM_PROGRAM) || ['alacritty', 'xterm-kitty'].includes(TERM);
  return !CI && (isKnown || Number(VTE_VERSION) > 5_000);
}

/** Whether prompts are possible: stdin and stderr are both a terminal. */
export function isInteractive(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Styles a text if the stream supports colors. Only the functions above can write the result. */
export function styled(style: Style, text: string, stream: Stream = process.stderr): string {
  if (!showsColors(stream)) return text;
  const [begin, end] = inspect.colors[style]!;
  return `${STYLE}${begin}m${text}${STYLE}${end}m`;
}

/**
 * `FORCE_COLOR` enables colors or, if 0, disables them. Otherwise colors need a terminal that is not dumb, and no
 * `NO_COLOR` (https://no-color.org).
 */
function showsColors(stream: Stream): boolean {
  const { FORCE_COLOR, NO_COLOR, TERM } = process.env;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return stream.isTTY === true && !NO_COLOR && TERM !== 'dumb';
}

/** Implements `--no-color`, also for libraries that read the environment. */
export function withoutColors(): void {
  delete process.env.FORCE_COLOR;
  process.env.NO_COLOR = '1';
}

/** Whether lines can be redrawn in place. */
export function movesCursor(stream: Stream): boolean {
  return stream.isTTY === true && process.env.TERM !== 'dumb';
}
