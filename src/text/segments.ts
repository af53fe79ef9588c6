const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The characters of a text as people see them. */
export const graphemes = (text: string): Generator<string> => segments(characters, text, { window: 256, margin: 0 });

/**
 * The segments of a text, found window by window: a segmenter's time grows with the square of the text it is given. A
 * window begins where a segment does. Its last segment may go on behind it, so that one is read again with the next
 * window, and so are those that end within the margin: where a sentence ends depends on some characters behind it.
 */
export function* segments(
  segmenter: Intl.Segmenter,
  text: string,
  { window, margin }: { window: number; margin: number },
): Generator<string> {
  let from = 0;
  let length = window;
  while (from < text.length) {
    const part = text.slice(from, endOfWindow(text, from + length));
    const isLast = from + part.length === text.length;
    const found = Array.from(segmenter.segment(part));
    const known = isLast
      ? found
      : found.slice(0, -1).filter(({ index, segment }) => index + segment.length <= part.length - margin);
    for (const { segment } of known) {
      from += segment.length;
      yield segment;
    }
    length = known.length === 0 ? 2 * length : window;
  }
}

/** Not between the halves of a surrogate pair. */
function endOfWindow(text: string, end: number): number {
  return /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end + 1 : end;
}
