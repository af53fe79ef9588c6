import { ServiceError } from '../../contract/service-error';
import type { Outline } from '../../outline/outline';
import { OutlineError, parseOutline } from '../../outline/outline-markdown';

/** Parses the outline that a writer produced. @throws ServiceError `generation-failed` if its text is not an outline. */
export function readGenerated({ text }: { text: string }): Outline {
  try {
    return parseOutline(text);
  } catch (error) {
    if (!(error instanceof OutlineError)) throw error;
    throw new ServiceError('generation-failed', `the writer's text is not an outline: ${error.message}`);
  }
}
