import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { PresentationProgress, ReviewAnswer, ReviewMessage } from '../core/messages';
import { DeckError } from '../decks/errors';
import { outlineForMessage } from '../documents/open-documents';
import type { ReviewLink } from '../edge/review-links';
import { OUTLINE_LIMITS } from '../outline/outline-limits';
import { unprintableFault } from '../text/unprintable';
import { withoutFolders } from '../text/without-folders';
import type { DecisionAnswer, Refusal } from './api';
import type { ReviewServices } from './exchange';
import { Refused } from './refusal';
import { type ReviewedDecks, updateIdOf } from './reviewed-decks';

/** JSON may write one byte of a text in up to six. */
export const LARGEST_DECISION = 4 * OUTLINE_LIMITS.bytes;

const whole = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);

/** A `Decision` of the page, read strictly. */
export const decisionSchema = z
  .strictObject({
    revision: whole,
    decision: z.enum(['approve', 'edit', 'regenerate', 'reject']),
    comment: z.string().max(2_000).optional(),
    reviewer: z.string().max(200).optional(),
    template: z.strictObject({ id: whole, type: whole }).optional(),
    outline: z.string().optional(),
    restore: whole.optional(),
    approve: z.boolean().optional(),
  })
  .superRefine(({ decision, outline, restore, approve, template }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (decision === 'edit') {
      if ((outline === undefined) === (restore === undefined))
        refuse('outline', 'edit needs either outline or restore');
    } else {
      if (outline !== undefined) refuse('outline', 'goes with edit alone');
      if (restore !== undefined) refuse('restore', 'goes with edit alone');
      if (approve !== undefined) refuse('approve', 'goes with edit alone');
    }
    const approves = decision === 'approve' || (decision === 'edit' && approve === true);
    if (template !== undefined && !approves) refuse('template', 'goes with an approval');
  });

const idempotencyKey = z.string().regex(/^[\x21-\x7e]{1,200}$/);

/**
 * Takes a decision to the deck. Sent again under the same key it is answered as the first time, also after the deck has
 * gone on: a page that lost the answer may ask again.
 */
export async function decide(
  { decks, settings }: Pick<ReviewServices, 'decks' | 'settings'>,
  link: ReviewLink,
  decision: z.output<typeof decisionSchema>,
  key: string | undefined,
): Promise<DecisionAnswer> {
  if (link.role !== 'reviewer') throw new Refused('not-allowed', 'This link only shows the deck; it decides nothing.');
  if (key !== undefined && !idempotencyKey.safeParse(key).success) {
    throw new Refused('invalid', 'Idempotency-Key must be 1 to 200 visible characters.');
  }
  const reviewer = link.reviewer ?? decision.reviewer;
  const { revision, decision: kind, comment, template, outline, restore, approve } = decision;
  if (outline !== undefined && Buffer.byteLength(outline) > OUTLINE_LIMITS.bytes) {
    throw new Refused('too-large', `The text is larger than the ${OUTLINE_LIMITS.bytes} bytes that a deck may have.`);
  }
  const unprintable = outline === undefined ? undefined : unprintableFault(outline, 'The text');
  if (unprintable !== undefined) throw new Refused('invalid', `${unprintable}.`);
  const who = {
    ...(comment === undefined ? {} : { comment }),
    ...(reviewer === undefined ? {} : { reviewer }),
    // The link is signed, and so is the name in it; a name from the page is what a person typed.
    ...(link.reviewer === undefined ? {} : { verified: true }),
  };
  const once = key ?? randomUUID();
  const idOf = (step: string) => updateIdOf(step, once, link.reviewer, decision);
  const send = new Sender(decks, link);

  if (kind !== 'edit') {
    const choice = template === undefined ? {} : { template };
    return send.first({ revision, decision: kind, ...who, ...choice }, idOf(kind));
  }
  const change =
    outline === undefined ? { restore: restore! } : { outline: await outlineForMessage(settings, outline) };
  const edited = await send.first({ revision, decision: 'edit', ...change, ...who }, idOf('edit'));
  if (!approve) return edited;
  const choice = template === undefined ? {} : { template };
  return send.next({ revision: edited.revision, decision: 'approve', ...who, ...choice }, idOf('approve'));
}

class Sender {
  constructor(
    private readonly decks: ReviewedDecks,
    private readonly link: ReviewLink,
  ) {}

  /** A deck that does not wait for this decision may have had it already. */
  async first(message: ReviewMessage, updateId: string): Promise<ReviewAnswer> {
    const { workflowId, gate } = this.link;
    const { progress } = await this.decks.snapshot(workflowId, { fresh: true });
    const waits = progress.review !== undefined && progress.outline?.revision === message.revision;
    if (waits && progress.review!.gate === gate) return this.next(message, updateId);
    const earlier = await this.decks.earlierAnswer(workflowId, updateId);
    if (earlier !== undefined) return earlier;
    if (waits)
      throw new Refused('not-allowed', `This link decides about the ${gate}; the deck has gone on from there.`);
    throw stale(progress, message.revision);
  }

  async next(message: ReviewMessage, updateId: string): Promise<ReviewAnswer> {
    const { workflowId } = this.link;
    try {
      return await this.decks.review(workflowId, message, updateId);
    } catch (error) {
      if (!(error instanceof DeckError) || error.reason !== 'refused') throw error;
      // The deck's own words, which are in the cause where the decision was not taken in.
      const said = error.cause instanceof Error ? error.cause.message : error.message;
      const { progress } = await this.decks.snapshot(workflowId, { fresh: true });
      const waits = progress.review !== undefined && progress.outline?.revision === message.revision;
      if (waits && !JUST_DECIDED.test(said)) throw new Refused('invalid', sentence(said));
      throw stale(progress, message.revision, said);
    }
  }
}

/** The deck's words while another decision about the same revision is being worked on. */
const JUST_DECIDED = /was just decided/;

function stale(progress: PresentationProgress, revision: number, said?: string): Refused {
  const standing = conflictOf(progress);
  const now =
    standing.revision === revision
      ? `the deck is at stage ${standing.stage}`
      : `revision ${standing.revision} stands instead`;
  return new Refused(
    'conflict',
    sentence(said ?? `revision ${revision} is not to be decided about any more; ${now}`),
    standing,
  );
}

/** Who did what came last, and what stands now. */
function conflictOf({ outline, approval, contentApproval, rejection, stage }: PresentationProgress) {
  const latest = [rejection, contentApproval, approval, outline]
    .filter((event) => event !== undefined)
    .reduce((last, event) => (event.at > last.at ? event : last), { at: '' } as {
      at: string;
      by?: string;
      verified?: boolean;
    });
  const conflict: NonNullable<Refusal['conflict']> = {
    revision: outline?.revision ?? 0,
    ...(latest.by === undefined ? {} : { by: latest.by }),
    ...(latest.verified === undefined ? {} : { verified: latest.verified }),
    ...(latest.at === '' ? {} : { at: latest.at }),
    stage,
  };
  return conflict;
}

function sentence(said: string): string {
  const text = withoutFolders(said);
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
