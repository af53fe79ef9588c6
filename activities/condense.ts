import { ApplicationFailure } from '@temporalio/common';
import type { Document } from '../src/core/document';
import type { CondenseRequest } from '../src/slides/import';
import type { ActivityDependencies } from './perform';

/** How a document is condensed. */
export interface Condensing {
  slides: number;
  polish: boolean;
  /** Of the deck, if one was given. */
  title?: string;
}

/** A condensed text in the document store. */
export interface CondensedText {
  document: Document;
  title: string;
  /** Sentences about parts of the source that are neither on the slides nor in the notes. */
  leftOut?: string[];
  /** Present if the text names images of the source, which the service then also needs. */
  pictures?: true;
}

/**
 * Condenses a source and stores the result.
 * @throws `InvalidInput` for a source that cannot be read
 */
export async function condensed(
  { condenser, documents }: ActivityDependencies,
  request: CondenseRequest,
  signal: AbortSignal,
): Promise<CondensedText> {
  if (condenser === undefined) throw new Error('this worker cannot condense');
  const result = await condenser.condense(request, signal);
  if ('unusable' in result) {
    throw ApplicationFailure.nonRetryable(`invalid input: slides: ${result.unusable}`, 'InvalidInput');
  }
  const { markdown, title, leftOut = [], pictures } = result;
  return {
    document: await documents.put(markdown),
    title,
    ...(leftOut.length === 0 ? {} : { leftOut }),
    ...(pictures ? { pictures } : {}),
  };
}
