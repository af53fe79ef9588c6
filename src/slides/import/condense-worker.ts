/** The entry point of the thread that condenses documents and texts. */

import { answering } from '../../base/threads/answering';
import { leftOutSentences } from '../../outline/left-out';
import { OutlineError } from '../../outline/outline-limits';
import { parseOutline, writeOutline } from '../../outline/outline-markdown';
import { pictureHashes } from '../../outline/picture-line';
import { condensed, withoutSlide } from './condense';
import type { Condensed, CondenseRequest, WordSource } from './condenser';
import { ImportError } from './import-error';
import { leftOutOf } from './left-out-of';
import { outlineOf } from './outline-of';
import { parseWord, parseWordDocument } from './parse-word';
import { WORD_LIMITS } from './word-limits';

export default answering(async (request: CondenseRequest): Promise<Condensed> => {
  try {
    return await condense(request);
  } catch (error) {
    if (error instanceof ImportError || error instanceof OutlineError) return { unusable: error.message };
    throw error;
  }
});

async function condense({ source, slides, title }: CondenseRequest): Promise<Condensed> {
  if ('markdown' in source) {
    const whole = parseOutline(source.markdown, { ...(title && { title }), plainText: true });
    const outline = condensed(whole, slides);
    const leftOut = leftOutSentences(withoutSlide(whole, outline));
    return { markdown: writeOutline(outline), title: outline.title, ...(leftOut.length > 0 ? { leftOut } : {}) };
  }
  const document = await parsed(source);
  const whole = outlineOf(document, { mode: source.polish ? 'polish' : 'keep', title: title ?? source.name });
  const outline = condensed(whole, slides);
  const markdown = writeOutline(outline);
  const known = new Set(pictureHashes(whole));
  const missing = await leftOutOf(source.bytes, markdown, (hash) => {
    if (!source.pictures) return 'the generation service takes no images with a condensed text';
    return known.has(hash) ? `about ${slides} slides have no room for it` : undefined;
  });
  return {
    markdown,
    title: outline.title,
    leftOut: leftOutSentences([...withoutSlide(whole, outline), ...missing]),
    ...(pictureHashes(outline).length > 0 ? { pictures: true } : {}),
  };
}

const parsed = async ({ bytes, pictures }: WordSource) =>
  pictures ? (await parseWord(bytes, WORD_LIMITS)).document : parseWordDocument(bytes, WORD_LIMITS);
