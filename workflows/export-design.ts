import {
  ApplicationFailure,
  ChildWorkflowFailure,
  continueAsNew,
  isCancellation,
  ParentClosePolicy,
  patched,
  setCurrentDetails,
  workflowInfo,
} from '@temporalio/workflow';
import type { ExportDesignInput, ExportDesignResult } from '../src/core/batch';
import { code, panel } from '../src/core/markdown';
import type { PresentationResult } from '../src/core/messages';
import type { PresentationInput } from '../src/input/input';
import { deckIdOf, keyFault, startDeck, WATCHED_FOR_MS, watching } from './child-deck';

/** Carried over when a long history is continued as a new one; refused from anyone else. */
interface Continued {
  /** The deck was there before the first run. */
  existing?: boolean;
}

/** Looks at the deck before the history continues as a new one: 6 events each, so far below the server's 51,200. */
const MOST_LOOKS = 300;
const FIELDS = ['uid', 'request', 'channel', 'designId', 'formats', 'edit', 'zip', 'name'];

/**
 * Exports a design that exists, and brings its files to disk. The work is a deck that begins with the
 * design. It is a child and not a call of the function, because a deck has its own id: `deck status` and `deck resolve`
 * find it there, the same request exports once, and it may continue its history as itself.
 * @throws ApplicationFailure `InvalidInput`, or the failure of the deck
 */
export async function exportDesign(given: ExportDesignInput & Continued): Promise<ExportDesignResult> {
  const { input, found } = continuedFrom(given);
  const deck = deckOf(input);
  const workflowId = await deckIdOf(deck);
  setCurrentDetails(
    panel([
      `**design ${input.designId} is exported by the deck ${code(workflowId)}**`,
      '',
      '- look there for its stage and for what it waits for',
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

/** @param found whether the deck is known to be there already: it is only waited for, however it ends. */
async function run(
  { deck, workflowId }: { deck: PresentationInput; workflowId: string },
  input: ExportDesignInput,
  found: boolean,
): Promise<PresentationResult> {
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

/** The request was exported before, or is just being exported. */
async function existing(workflowId: string, input: ExportDesignInput): Promise<PresentationResult> {
  for (let looks = 1; ; looks += 1) {
    const { decks } = await watching(`Wait for ${workflowId}`).lookAtDecks({
      decks: [{ workflowId, channel: input.channel ?? '' }],
      waitMs: WATCHED_FOR_MS,
    });
    const [seen] = decks;
    if (seen?.taken !== undefined) throw invalid('request: this request is already a deck of another channel');
    if (seen?.failure !== undefined) throw ApplicationFailure.nonRetryable(seen.failure.message, seen.failure.type);
    if (seen?.result?.designId === input.designId) return seen.result;
    if (seen?.result !== undefined) {
      throw invalid(`request: this request is already a deck of design ${seen.result.designId ?? 'none'}`);
    }
    if (looks >= MOST_LOOKS && patched('0.2')) await continueAsNew<typeof exportDesign>({ ...input, existing: true });
  }
}

/** By shape only; the deck's own first activity reads the rest and names what is wrong. */
function deckOf(input: unknown): PresentationInput {
  if (typeof input !== 'object' || input === null) {
    throw invalid('send one object: {"uid", "request", "designId", "formats"}');
  }
  const { designId, ...rest } = input as ExportDesignInput;
  const unknown = Object.keys(input).filter((field) => !FIELDS.includes(field));
  if (unknown.length > 0) throw invalid(`${unknown.join(', ')}: there is no such field`);
  const fault = keyFault('uid', rest.uid) ?? keyFault('request', rest.request);
  if (fault !== undefined) throw invalid(fault);
  if (rest.name !== undefined && typeof rest.name !== 'string') throw invalid('name: name must be text');
  if (!Number.isSafeInteger(designId) || designId < 1) {
    throw invalid('designId: designId must be a positive whole number');
  }
  if (!Array.isArray(rest.formats) || rest.formats.length === 0) {
    throw invalid('formats: formats must name one format or more');
  }
  return { ...rest, from: { designId } };
}

function invalid(message: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(`the input does not fit: ${message}`, 'InvalidInput');
}
