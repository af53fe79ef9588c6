import { Refusal } from '../../contract/refusal';
import type { Outline } from '../../outline/outline';
import { OutlineError, parseOutline } from '../../outline/outline-markdown';

/** The outline that a writer has made. @throws Refusal `generation-failed` when its text is none. */
export function readGenerated({ text }: { text: string }): Outline {
  try {
    return parseOutline(text);
  } catch (error) {
    if (!(error instanceof OutlineError)) throw error;
    throw new Refusal('generation-failed', `the writer's text is not an outline: ${error.message}`);
  }
}
