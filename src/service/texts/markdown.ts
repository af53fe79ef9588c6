import { invalid } from '../../contract/service-error';
import type { Outline } from '../../outline/outline';
import { OutlineError, parseOutline } from '../../outline/outline-markdown';

/**
 * Parses a deck from external Markdown.
 * @param title for a text without one.
 * @throws ServiceError that names the field and the line.
 */
export function readMarkdown({ content, title }: { content: string; title: string | undefined }): Outline {
  try {
    return parseOutline(content, { title, plainText: true });
  } catch (error) {
    throw unusable(error);
  }
}

/** GenerationLeases an `OutlineError` into a refusal for the author of the text. */
export function unusable(error: unknown): unknown {
  return error instanceof OutlineError ? invalid(`content cannot be used: ${error.message}`) : error;
}
