import type { WordElement } from './word-elements';

const MONOSPACED =
  /^(?:courier|consolas|cousine|menlo|monaco|andale mono|lucida (?:console|sans typewriter)|cascadia|fira (?:code|mono)|jetbrains mono|source code|sf ?mono|inconsolata|hack$|letter gothic|ocr[ -]?[ab]|(?:liberation|dejavu sans|bitstream vera sans|ubuntu|roboto|noto sans|ibm plex|pt|droid sans|space|red hat) mono)/i;

/** Whether a typeface has letters of equal width, as code is set. */
export const isMonospaced = (typeface: string | null | undefined): boolean => MONOSPACED.test(typeface?.trim() ?? '');

/** Whether everything that can be seen in a paragraph is set in a monospaced face. */
export function isTyped(paragraph: WordElement): boolean {
  const faces = [...facesOf(paragraph, undefined)];
  return faces.length > 0 && faces.every(isMonospaced);
}

function* facesOf(element: WordElement, face: string | undefined): Generator<string | undefined> {
  if (element.type === 'text' && (element.value ?? '').trim() !== '') yield face;
  const own = element.type === 'run' ? (element.font ?? undefined) : face;
  for (const child of element.children ?? []) yield* facesOf(child, own);
}

/** A larger share of the text in such a face is how the author writes, and not code. */
const MOST_CODE = 0.6;

/** Whether a document is set in a monospaced face as a whole, as on a typewriter. */
export function isTypewritten(document: WordElement): boolean {
  let [all, typed] = [0, 0];
  for (const paragraph of paragraphsIn(document)) {
    const { length } = typedText(paragraph);
    all += length;
    if (length > 0 && isTyped(paragraph)) typed += length;
  }
  return typed > MOST_CODE * all;
}

export function* paragraphsIn(element: WordElement): Generator<WordElement> {
  if (element.type === 'paragraph') yield element;
  else for (const child of element.children ?? []) yield* paragraphsIn(child);
}

/** The text of a paragraph with its white space; line breaks inside it are kept. */
export function typedText(element: WordElement): string {
  const parts: string[] = [];
  collect(element, parts);
  return parts.join('').replace(/\u00a0/g, ' ');
}

function collect({ type, value, children = [] }: WordElement, parts: string[]): void {
  if (type === 'text') parts.push(value ?? '');
  else if (type === 'tab') parts.push('\t');
  else if (type === 'break') parts.push('\n');
  else if (type !== 'image' && type !== 'commentReference') for (const child of children) collect(child, parts);
}
