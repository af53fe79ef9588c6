import type { LeftOut } from '../../outline/left-out';
import { oneLine } from './word-elements';
import type { WordParts } from './word-package';
import { scanXml } from './xml-scan';

/** The notes and comments of a document, by id. */
export interface Notes {
  footnote: Map<string, string>;
  endnote: Map<string, string>;
  comment: Map<string, string>;
}

const NOTE_PARTS = {
  footnote: /(?:^|\/)footnotes\d*\.xml$/i,
  endnote: /(?:^|\/)endnotes\d*\.xml$/i,
  comment: /(?:^|\/)comments\d*\.xml$/i,
} as const;
/** A longer passage is compared up to here. */
export const LONGEST_PASSAGE = 20_000;

/** The texts of notes or comments by id. Separators have a type and no text. */
export function notesIn(parts: WordParts, kind: keyof Notes): Map<string, string> {
  const found = new Map<string, string>();
  const part = named(parts, NOTE_PARTS[kind]);
  if (part === undefined) return found;
  let id: string | undefined;
  let words = '';
  let reading = false;
  scanXml(textOf(parts, part), {
    open(name, attribute) {
      if (name === `w:${kind}`) {
        id = attribute('w:id');
        words = '';
      } else if (name === 'w:t') reading = true;
      else if (name === 'w:p' || name === 'w:tab') words += ' ';
    },
    close(name) {
      if (name === 'w:t') reading = false;
      else if (name === `w:${kind}` && id !== undefined && oneLine(words) !== '') found.set(id, oneLine(words));
    },
    text(text) {
      if (reading && words.length < LONGEST_PASSAGE) words += text;
    },
  });
  return found;
}

/** External targets of the document's links by relationship id. */
export function targets(parts: WordParts): Map<string, string> {
  const found = new Map<string, string>();
  const part = named(parts, /(?:^|\/)_rels\/document\d*\.xml\.rels$/i);
  if (part === undefined) return found;
  scanXml(textOf(parts, part), {
    open(name, attribute) {
      const [id, target] = [attribute('Id'), attribute('Target')];
      const isLink = name === 'Relationship' && attribute('Type')?.endsWith('/hyperlink');
      if (isLink && attribute('TargetMode') === 'External' && id !== undefined && target !== undefined) {
        found.set(id, target);
      }
    },
  });
  return found;
}

/** Headers and footers that say more than a number. */
export function headersOf(parts: WordParts): LeftOut[] {
  const texts = new Set<string>();
  for (const name of parts.keys()) {
    if (!/(?:^|\/)(?:header|footer)\d*\.xml$/i.test(name)) continue;
    let words = '';
    let reading = false;
    scanXml(textOf(parts, name), {
      open(tag) {
        if (tag === 'w:t') reading = true;
        else if (tag === 'w:p' || tag === 'w:tab') words += ' ';
      },
      close(tag) {
        if (tag === 'w:t') reading = false;
      },
      text(text) {
        if (reading && words.length < 1_000) words += text;
      },
    });
    const line = oneLine(words);
    if (/\p{L}{3}/u.test(line)) texts.add(line);
  }
  return [...texts].map((text) => ({ kind: 'header', text }));
}

export function named(parts: WordParts, pattern: RegExp): string | undefined {
  return [...parts.keys()].find((name) => pattern.test(name));
}

export function textOf(parts: WordParts, name: string): string {
  return Buffer.from(parts.get(name)!)
    .toString('utf8')
    .replace(/^\ufeff/, '');
}
