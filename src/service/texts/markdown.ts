import { invalid } from '../domain/errors';
import type { Outline } from '../domain/outline';
import { OutlineError, parseOutline } from '../domain/outline-markdown';

/**
 * The deck that Markdown from outside describes.
 * @param title of a text that has none itself.
 * @throws ServiceError that names the field and the line.
 */
export function readMarkdown({ content, title }: { content: string; title: string | undefined }): Outline {
  try {
    return parseOutline(content, { title, plainText: true });
  } catch (error) {
    throw unusable(error);
  }
}

/** A sentence for the author of the text. */
export function unusable(error: unknown): unknown {
  return error instanceof OutlineError ? invalid(`content cannot be used: ${error.message}`) : error;
}
