/** Rules about what the text says: open prompts, repetitions, announcements without their object, marks of Markdown. */
import { promptIn } from '../../outline/prompts';
import { type Finding, finding } from './finding';
import type { Item } from './slides';
import { isTitle, type SlideCheck, textIn } from './text-rules';

const MARKUP =
  /!?\[[^[\]]{0,200}\]\((?:https?:|mailto:)|<\/?(?:div|img|span|p|br|table|td|tr|h[1-6])(?:\s[^<>]{0,300})?\/?>|\*\*[^*\s]|\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]|^#{2,6} /m;
const MONOSPACED = /mono|courier|consol|menlo|code/i;
const COLON = /[:：]$/u;
const CAPTION = /^(?:table|figure|fig\.|chart|图|表)\s?\d{1,3}\s*[:：.]/iu;
/** Shorter texts, such as labels, may be repeated. */
const LEAST_REPEATED = 30;
const OF_FOOTERS = ['dt', 'ftr', 'sldNum'];

const linesOf = (item: Item): string[] => item.paragraphs.map(({ text }) => text.trim()).filter((text) => text !== '');
const isCode = ({ paragraphs }: Item): boolean =>
  paragraphs.some(({ runs }) => runs.some(({ typeface }) => MONOSPACED.test(typeface)));
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

export function content({ slide, own }: SlideCheck): Finding[] {
  const texts = own.filter((item) => !OF_FOOTERS.includes(item.placeholder ?? '') && !isCode(item));
  const at = (item: Item) => ({ slide: slide.number, shape: item.name });
  const objects = own.some(({ kind, fill }) => (kind !== 'shape' && kind !== 'line' ? true : fill === 'image'));
  const found = texts.flatMap((item): Finding[] => {
    const lines = linesOf(item);
    const prompt = lines.find((line) => promptIn(line) !== undefined);
    const markup = MARKUP.exec(lines.join('\n'))?.[0];
    const caption = lines.find((line) => CAPTION.test(line));
    return [
      ...(prompt === undefined ? [] : [finding('unfilled-prompt', `It still asks for ${quoted(prompt)}.`, at(item))]),
      ...(markup === undefined ? [] : [finding('markup-in-text', `The text has ${quoted(markup)}.`, at(item))]),
      ...(caption === undefined || objects || isTitle(item)
        ? []
        : [finding('caption-without-object', `${quoted(caption)} has no object on the slide.`, at(item))]),
    ];
  });
  return [...found, ...repeated(texts, at), ...dangling(texts, objects, at)];
}

type At = (item: Item) => { slide: number; shape: string };

/** A sentence that is on the slide twice, or a body that only says the title again. */
function repeated(texts: readonly Item[], at: At): Finding[] {
  const title = texts.find(isTitle);
  const heading = title && plain(textIn(title));
  const bodies = texts.filter((item) => item !== title && textIn(item) !== '');
  const [only] = bodies;
  if (bodies.length === 1 && heading !== '' && only && plain(textIn(only)) === heading)
    return [finding('repeated-text', 'The text only repeats the title.', at(only))];
  const seen = new Set(heading === undefined ? [] : [heading]);
  for (const item of bodies) {
    for (const line of linesOf(item)) {
      const words = plain(line);
      if (words.length < LEAST_REPEATED) continue;
      if (seen.has(words)) return [finding('repeated-text', `${quoted(line)} is on the slide twice.`, at(item))];
      seen.add(words);
    }
  }
  return [];
}

/** The last text of a slide announces something that is not there. */
function dangling(texts: readonly Item[], objects: boolean, at: At): Finding[] {
  const bodies = texts.filter((item) => !isTitle(item) && textIn(item) !== '');
  const [only] = bodies;
  const last = only && linesOf(only).at(-1)!;
  if (bodies.length !== 1 || objects || !COLON.test(last!)) return [];
  return [finding('dangling-colon', `Nothing follows ${quoted(last!)}.`, at(only!))];
}

const quoted = (text: string): string => `“${text.length > 60 ? `${text.slice(0, 59)}…` : text}”`;
