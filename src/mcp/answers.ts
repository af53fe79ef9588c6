import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { errorSentence, sentence } from '../base/text/sentence';
import { DeckError } from '../decks/errors';

/** A successful result, as text for the assistant and as data. */
export function answer(text: string, structuredContent: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent };
}

/** An error result: says what failed and what to do next. Nothing was changed. */
export function refusal(sentence: string): CallToolResult {
  return { content: [{ type: 'text', text: sentence }], isError: true };
}

/** The error message for the assistant. */
export function sentenceOf(error: unknown): string {
  if (error instanceof DeckError) return sentence(error.message);
  const aborted = error instanceof Error && error.name === 'AbortError';
  return aborted ? 'The call was cancelled before it completed.' : errorSentence(error);
}

/** Runs a tool. An error becomes one message, without a stack trace or an object of a library. */
export async function answered(work: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await work();
  } catch (error) {
    return refusal(sentenceOf(error));
  }
}
