import {
  ApplicationFailure,
  ChildWorkflowFailure,
  continueAsNew,
  isCancellation,
  ParentClosePolicy,
  setCurrentDetails,
  workflowInfo,
} from '@temporalio/workflow';
import type { ExportDesignInput, ExportDesignResult } from '../../src/core/batch';
import { workflowIdOf } from '../../src/core/deck-id';
import { code, panel } from '../../src/core/markdown';
import { serviceIdOf } from '../../src/core/service-id';
import type { PresentationInput } from '../../src/decks/input/input';
import { channelFault, keyFault, startDeck, WATCHED_FOR_MS, watching } from '../child-deck';

/** Carried over by continue-as-new; ignored in the input of a first run. */
interface Continued {
  /** The deck existed before the first run. */
  existing?: boolean;
}

/** Checks of the deck before the run continues as new: 6 events each, far below the server's limit of 51,200. */
const MOST_LOOKS = 300;
const FIELDS = ['uid', 'request', 'channel', 'designId', 'formats', 'edit', 'zip', 'name'];

/**
 * Exports an existing design and downloads its files. A deck that starts from the design does the work. The deck is a
 * child workflow with its own id, so that `deck status` and `deck resolve` find it, the same request exports once, and
 * it can continue as new.
 * @throws ApplicationFailure `InvalidInput`, or the failure of the deck
 */
export async function exportDesign(given: ExportDesignInput & Continued): Promise<ExportDesignResult> {
  const { input, found } = continuedFrom(given);
  const deck = deckOf(input);
  const workflowId = workflowIdOf(deck);
  setCurrentDetails(
    panel([
      `**the deck ${code(workflowId)} exports design ${input.designId}**`,
      '',
      '- open that deck to see its stage and problems',
    ]),
  );
  const { uid, request, files, problems } = await run({ deck, workflowId }, input, found);
  return { uid, request, designId: input.designId, workflowId, files, problems };
}

function continuedFrom(given: ExportDesignInput & Continued): { input: ExportDesignInput; found: boolean } {
  if (workflowInfo().continuedFromExecutionRunId === undefined) return { input: given, found: false };
  const { existing: found = false, ...input } = given;
  return { input, found };
}

/** @param found the deck is known to exist, so it is only waited for */
async function run(
  { deck, workflowId }: { deck: PresentationInput; workflowId: string },
  input: ExportDesignInput,
  found: boolean,
): Promise<Omit<ExportDesignResult, 'designId' | 'workflowId'>> {
  const { designId } = input;
  try {
    if (found) return await existing(workflowId, input);
    const child = await startDeck(deck, {
      workflowId,
      title: deck.name ?? `design ${designId}`,
      summary: `design ${designId}`,
      parentClosePolicy: ParentClosePolicy.REQUEST_CANCEL,
    });
    return await (child === undefined ? existing(workflowId, input) : child.result());
  } catch (error) {
    if (isCancellation(error)) throw error;
    if (error instanceof ChildWorkflowFailure && error.cause instanceof ApplicationFailure) {
      const { message, type } = error.cause;
      throw ApplicationFailure.nonRetryable(message, type);
    }
    throw error;
  }
}

/** Waits for the existing deck of this request, which may be complete. */
async function existing(
  workflowId: string,
  input: ExportDesignInput,
): Promise<Omit<ExportDesignResult, 'designId' | 'workflowId'>> {
  for (let looks = 1; ; looks += 1) {
    const seen = await watching(`Wait for ${workflowId}`).waitForDeck({ deck: workflowId, waitMs: WATCHED_FOR_MS });
    if (seen !== null) {
      if ('unknown' in seen) throw ApplicationFailure.nonRetryable(seen.unknown, 'NotFound');
      if ('failure' in seen) throw ApplicationFailure.nonRetryable(seen.failure.message, seen.failure.type);
      if (seen.result.designId === input.designId) return seen.result;
      throw invalid(`request: this request already belongs to a deck of design ${seen.result.designId ?? 'none'}`);
    }
    if (looks >= MOST_LOOKS) await continueAsNew<typeof exportDesign>({ ...input, existing: true });
  }
}

/** Checks the shape only. The first activity of the deck validates the fields. */
function deckOf(input: unknown): PresentationInput {
  if (typeof input !== 'object' || input === null) {
    throw invalid('send one object: {"uid", "request", "designId", "formats"}');
  }
  const { designId, ...rest } = input as ExportDesignInput;
  const unknown = Object.keys(input).filter((field) => !FIELDS.includes(field));
  if (unknown.length > 0) throw invalid(`${unknown.join(', ')}: unknown ${unknown.length === 1 ? 'field' : 'fields'}`);
  const fault = keyFault('uid', rest.uid) ?? keyFault('request', rest.request) ?? channelFault(rest.channel);
  if (fault !== undefined) throw invalid(fault);
  if (rest.name !== undefined && typeof rest.name !== 'string') throw invalid('name: name must be text');
  if (serviceIdOf(designId) !== designId) {
    throw invalid('designId: designId must be a positive whole number');
  }
  if (!Array.isArray(rest.formats) || rest.formats.length === 0) {
    throw invalid('formats: formats must name at least one format');
  }
  return { ...rest, from: { designId } };
}

function invalid(message: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(`invalid input: ${message}`, 'InvalidInput');
}
