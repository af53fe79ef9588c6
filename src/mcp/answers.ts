import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { DeckError } from '../decks/errors';
import { errorSentence, sentence } from '../text/sentence';

/** A good answer: words for the assistant, and the same as data. */
export function answer(text: string, structuredContent: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent };
}

/** What was not done, as a sentence that says why and what helps; nothing was changed. */
export function refusal(sentence: string): CallToolResult {
  return { content: [{ type: 'text', text: sentence }], isError: true };
}

/** The one sentence that an assistant is told about an error. */
export function sentenceOf(error: unknown): string {
  if (error instanceof DeckError) return sentence(error.message);
  const aborted = error instanceof Error && error.name === 'AbortError';
  return aborted ? 'The call was ended before it had an answer.' : errorSentence(error);
}

/** The answer of a tool; whatever goes wrong becomes one sentence, never a stack or an object of a library. */
export async function answered(work: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await work();
  } catch (error) {
    return refusal(sentenceOf(error));
  }
}
