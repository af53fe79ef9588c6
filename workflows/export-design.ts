import {
  ApplicationFailure,
  ChildWorkflowFailure,
  isCancellation,
  ParentClosePolicy,
  setCurrentDetails,
} from '@temporalio/workflow';
import type { ExportDesignInput, ExportDesignResult } from '../src/presentation/batch';
import type { PresentationInput } from '../src/presentation/input';
import type { PresentationResult } from '../src/presentation/messages';
import { deckIdOf, startDeck, WATCHED_FOR_MS, watching } from './child-deck';
import { code, panel } from './markdown';

const FIELDS = ['uid', 'request', 'channel', 'designId', 'formats', 'edit', 'zip', 'name'];

/**
 * Exports a design that exists, and brings its files to disk. The work is a deck, `presentation/<uid>/<request>`, that
 * begins with the design. It is a child and not a call of the function, because a deck has its own id: `deck status`
 * and `deck resolve` find it there, the same request exports once, and it may continue its history as itself.
 * @throws ApplicationFailure `InvalidInput`, or the failure of the deck
 */
export async function exportDesign(input: ExportDesignInput): Promise<ExportDesignResult> {
  const deck = deckOf(input);
  const workflowId = deckIdOf(deck);
  setCurrentDetails(
    panel([
      `**design ${input.designId} is exported by the deck ${code(workflowId)}**`,
      '',
      '- look there for its stage and for what it waits for',
    ]),
  );
  const { uid, request, files, problems } = await run(workflowId, deck, input.designId);
  return { uid, request, designId: input.designId, workflowId, files, problems };
}

async function run(workflowId: string, deck: PresentationInput, designId: number): Promise<PresentationResult> {
  try {
    const child = await startDeck(deck, {
      title: deck.name ?? `design ${designId}`,
      summary: `design ${designId}`,
      parentClosePolicy: ParentClosePolicy.REQUEST_CANCEL,
    });
    return await (child === undefined ? existing(workflowId, designId) : child.result());
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
async function existing(workflowId: string, designId: number): Promise<PresentationResult> {
  for (;;) {
    const { decks } = await watching(`Wait for ${workflowId}`).lookAtDecks({
      decks: [{ workflowId }],
      waitMs: WATCHED_FOR_MS,
    });
    const [seen] = decks;
    if (seen?.failure !== undefined) throw ApplicationFailure.nonRetryable(seen.failure.message, seen.failure.type);
    if (seen?.result === undefined) continue;
    if (seen.result.designId === designId) return seen.result;
    throw invalid(`request: this request is already a deck of design ${seen.result.designId ?? 'none'}`);
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
  for (const field of ['uid', 'request'] as const) {
    if (typeof rest[field] !== 'string' || rest[field] === '') throw invalid(`${field}: ${field} must be text`);
  }
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
