import { invalid } from '../domain/errors';
import type { Outline } from '../domain/outline';
import { OutlineError, parseOutline } from '../domain/outline-markdown';

/** The deck that Markdown from outside describes. @throws ServiceError that names the field and the line. */
export function readMarkdown({ content }: { content: string }): Outline {
  try {
    return parseOutline(content);
  } catch (error) {
    throw unusable(error);
  }
}

/** A sentence for the author of the text. */
export function unusable(error: unknown): unknown {
  return error instanceof OutlineError ? invalid(`content cannot be used: ${error.message}`) : error;
}
