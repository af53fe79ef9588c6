import { ServiceError } from '../domain/errors';
import type { Outline } from '../domain/outline';
import { OutlineError, parseOutline } from '../domain/outline-markdown';

/** The outline that a writer has made. @throws ServiceError `generation-failed` when its text is none. */
export function readGenerated({ text }: { text: string }): Outline {
  try {
    return parseOutline(text);
  } catch (error) {
    if (!(error instanceof OutlineError)) throw error;
    throw new ServiceError('generation-failed', `the writer's text is not an outline: ${error.message}`);
  }
}
