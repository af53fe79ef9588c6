const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Splits a text into user-perceived characters. */
export const graphemes = (text: string): Generator<string> => segments(characters, text, { window: 256, margin: 0 });

/**
 * Splits a text into segments, window by window, because a segmenter's time is quadratic in the length of its text. A
 * window starts at a segment boundary. Its last segment may continue after it and is read again with the next window,
 * as are those that end within the margin, because the end of a sentence depends on the characters after it.
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

/** Avoids the middle of a surrogate pair. */
function endOfWindow(text: string, end: number): number {
  return /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end + 1 : end;
}
