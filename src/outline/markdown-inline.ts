/**
 * Converts between plain text and Markdown's inline marks. Reading removes emphasis, code ticks and link URLs; writing
 * escapes characters that would be read as marks. Both walk a line once, without backtracking.
 */

import { type LinkPlace, linkTarget, linkText } from './links';
import { LinkEnds } from './markdown-link';
import type { Link } from './outline';
import { cleanText } from './outline-limits';

const ESCAPABLE = /[!-/:-@[-`{-~•●▪◦]/;
const LINE_BREAK = /^<br ?\/?>/i;
const LONGEST_ADDRESS = 2000;
const WORD = /[\p{L}\p{N}]/u;

interface Token {
  text: string;
  /** A run of `*`, `_` or `~~` that can open or close emphasis. */
  run?: { opens: boolean; closes: boolean };
}

/**
 * Returns the text of a line without its Markdown marks.
 * @param links receives the links that a deck can have, in order
 */
export function plainInline(source: string, links?: Link[]): string {
  const found: FoundLink[] = [];
  const tokens = emphasis(tokenise(source, found));
  for (const { mark, end, address } of links ? found : []) {
    const target = linkTarget(addressIn(address));
    const text = linkText(
      cleanText(
        tokens
          .slice(mark + 1, end)
          .map((token) => token.text)
          .join(''),
      ),
    );
    if (target !== undefined && text !== undefined) links!.push({ text, target });
  }
  return tokens.map((token) => token.text).join('');
}

/** The tokens before and after the text of a link, and what is in its parentheses. */
interface FoundLink {
  mark: number;
  end: number;
  address: string;
}

/** The address without angle brackets, escapes and title. */
function addressIn(address: string): string {
  const [, angled, plain = ''] = /^\s*(?:<([^>]*)>|(\S*))/.exec(address) ?? [];
  return (angled ?? plain).replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

function tokenise(source: string, found: FoundLink[]): Token[] {
  const ticks = tickRuns(source);
  const tokens: Token[] = [];
  let text = '';
  /** Opening brackets that a link may still consume. */
  const brackets: Token[] = [];
  let links: LinkEnds | undefined;
  let at = 0;
  const flush = () => {
    if (text !== '') tokens.push({ text });
    text = '';
  };
  while (at < source.length) {
    const char = source[at]!;
    if (char === '\\' && ESCAPABLE.test(source[at + 1] ?? '')) {
      text += source[at + 1];
      at += 2;
    } else if (char === '`') {
      const length = runLength(source, at);
      const close = ticks.get(at);
      if (close === undefined) {
        text += source.slice(at, at + length);
        at += length;
      } else {
        text += source.slice(at + length, close);
        at = close + length;
      }
    } else if (char === '*' || char === '_' || (char === '~' && source[at + 1] === '~')) {
      const length = runLength(source, at);
      const before = source[at - 1] ?? ' ';
      const after = source[at + length] ?? ' ';
      const wordBound = char === '_';
      flush();
      tokens.push({
        text: source.slice(at, at + length),
        run: {
          opens: after.trim() !== '' && !(wordBound && WORD.test(before)),
          closes: before.trim() !== '' && !(wordBound && WORD.test(after)),
        },
      });
      at += length;
    } else if (char === '[' || (char === '!' && source[at + 1] === '[')) {
      const mark: Token = { text: char === '[' ? '[' : '![' };
      flush();
      tokens.push(mark);
      brackets.push(mark);
      at += mark.text.length;
    } else if (char === ']' && source[at + 1] === '(' && brackets.length > 0) {
      links ??= new LinkEnds(source);
      const end = links.of(at + 1);
      const isLink = end !== undefined && end - at < LONGEST_ADDRESS;
      const mark = brackets.pop()!;
      if (isLink) {
        flush();
        if (mark.text === '[')
          found.push({ mark: tokens.indexOf(mark), end: tokens.length, address: source.slice(at + 2, end) });
        mark.text = '';
      } else text += char;
      at = isLink ? end + 1 : at + 1;
    } else if (char === '<' && LINE_BREAK.test(source.slice(at, at + 6))) {
      text += ' ';
      at = source.indexOf('>', at) + 1;
    } else {
      text += char;
      at += 1;
    }
  }
  flush();
  return tokens;
}

function runLength(source: string, at: number): number {
  let end = at + 1;
  while (source[end] === source[at]) end += 1;
  return end - at;
}

/** For each run of backticks with a partner of the same length, the start of that partner. */
function tickRuns(source: string): Map<number, number> {
  const starts: number[] = [];
  for (let at = source.indexOf('`'); at !== -1; at = source.indexOf('`', at)) {
    starts.push(at);
    at += runLength(source, at);
  }
  const partner = new Map<number, number>();
  const nextOfLength = new Map<number, number>();
  for (const start of starts.reverse()) {
    const length = runLength(source, start);
    const next = nextOfLength.get(length);
    if (next !== undefined) partner.set(start, next);
    nextOfLength.set(length, start);
  }
  return partner;
}

/** Removes paired runs; a run without a partner is text. */
function emphasis(tokens: Token[]): Token[] {
  const open = new Map<string, Token>();
  for (const token of tokens) {
    if (!token.run) continue;
    const mark = token.text;
    const opener = token.run.closes ? open.get(mark) : undefined;
    if (opener) {
      open.delete(mark);
      opener.text = '';
      token.text = '';
    } else if (token.run.opens) {
      open.set(mark, token);
    }
  }
  return tokens;
}

/**
 * Escapes a text and writes its links.
 * @param escaped the text around and in the links, escaped
 */
export function linkedInline(text: string, links: readonly LinkPlace[], escaped = escapeInline): string {
  let out = '';
  let at = 0;
  for (const { from, to, target } of links) {
    // After an exclamation mark, a link would be an image.
    out += escaped(text.slice(at, from)).replace(/!$/, '\\!');
    out += `[${escaped(text.slice(from, to))}](${target})`;
    at = to;
  }
  return out + escaped(text.slice(at));
}

/** Escapes all characters that a Markdown reader would interpret as inline marks. */
export function escapeInline(text: string): string {
  let out = '';
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]!;
    out += needsEscape(text, at, char) ? `\\${char}` : char;
  }
  return out;
}

function needsEscape(text: string, at: number, char: string): boolean {
  const before = text[at - 1] ?? ' ';
  const after = text[at + 1] ?? ' ';
  switch (char) {
    case '\\':
    case '`':
    case '*':
      return true;
    case '_':
      return !(WORD.test(before) && WORD.test(after));
    case '~':
      return before === '~' || after === '~';
    case ']':
      return after === '(';
    case '<':
      return /[a-z/!]/i.test(after);
    default:
      return false;
  }
}
