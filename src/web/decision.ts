import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { unprintableFault } from '../base/text/unprintable';
import { withoutFolders } from '../base/text/without-folders';
import { misplacedFault } from '../core/fields';
import { given } from '../core/given';
import { ALREADY_DECIDED } from '../core/messages';
import type { PresentationProgress, ReviewAnswer } from '../core/progress';
import { decisions, MOST_GROUPS, missingFault, type ReviewMessage, reviewSchemas } from '../core/review-message';
import { outlineForMessage } from '../decks/documents/open-documents';
import { DeckError } from '../decks/errors';
import { isFor } from '../decks/links/review-links';
import { OUTLINE_LIMITS } from '../outline/outline-limits';
import type { DeckAccess } from './caller';
import type { ReviewServices } from './context';
import { HttpError } from './http-error';
import { type ReviewedDecks, updateIdOf } from './reviewed-decks';
import type { DecisionAnswer, Problem } from './v1/schemas';

/** Leaves room for JSON escapes, which take up to six bytes for one. */
export const MAX_DECISION_BYTES = 4 * OUTLINE_LIMITS.bytes;

const {
  verified: _verified,
  via: _via,
  subject: _subject,
  groups: _groups,
  ...fields
} = reviewSchemas.shortReviewMessage.shape;
const approve = z.boolean().exactOptional();
const kinds = { ...decisions, edit: { ...decisions.edit, approve } };

/** A `Decision` of the page: an edit has its text, and may be an approval too. Unknown fields are rejected. */
export const decisionSchema = z
  .strictObject({ ...fields, outline: z.string().exactOptional(), approve })
  .superRefine((value, context) => {
    const allowed = value.approve ? [value.decision, 'approve'] : [value.decision];
    const message = misplacedFault(kinds, value, ...allowed) ?? missingFault(value);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });

/**
 * Sends a decision to the deck. A retry with the same key returns the first response, even after the deck has moved on,
 * so a page that lost the response can retry.
 */
export async function decide(
  { decks, settings }: Pick<ReviewServices, 'decks' | 'settings'>,
  link: DeckAccess,
  decision: z.output<typeof decisionSchema>,
  { key, via }: { key?: string | undefined; via: 'page' | 'api' },
): Promise<DecisionAnswer> {
  const { outline, approve, template, despite, ...message } = decision;
  if (outline !== undefined && Buffer.byteLength(outline) > OUTLINE_LIMITS.bytes) {
    throw new HttpError('too-large', `The text is larger than ${OUTLINE_LIMITS.bytes} bytes, the maximum for a deck.`);
  }
  const unprintable = outline === undefined ? undefined : unprintableFault(outline, 'The text');
  if (unprintable !== undefined) throw new HttpError('invalid', `${unprintable}.`);
  const who = {
    ...given({ reviewer: link.reviewer ?? message.reviewer }),
    // A name in the signed link is verified; a name from the page is whatever a person typed.
    ...(link.reviewer === undefined ? {} : { verified: true }),
    ...given({ subject: link.subject, groups: link.groups?.slice(0, MOST_GROUPS) }),
    via,
  };
  const uniqueKey = key ?? randomUUID();
  const idOf = (step: string) => updateIdOf(step, uniqueKey, link.reviewer, decision);
  const send = new Sender(decks, link);
  const choice = given({ template, despite });
  const text = outline === undefined ? {} : { outline: await outlineForMessage(settings, link.workflowId, outline) };
  const first = { ...message, ...who, ...text, ...(approve ? {} : choice) };
  const answer = await send.first(first, idOf(message.decision));
  if (!approve) return answer;
  const { revision } = answer;
  return send.next(
    { revision, decision: 'approve', ...given({ comment: message.comment }), ...who, ...choice },
    idOf('approve'),
  );
}

class Sender {
  constructor(
    private readonly decks: ReviewedDecks,
    private readonly link: DeckAccess,
  ) {}

  /** If the deck is not waiting for this decision, it may have received it before. */
  async first(message: ReviewMessage, updateId: string): Promise<ReviewAnswer> {
    const { workflowId, gate } = this.link;
    const { progress } = await this.decks.snapshot(workflowId, { fresh: true });
    const waits = progress.review !== undefined && progress.outline?.revision === message.revision;
    if (waits && isFor(this.link, progress.review!.gate)) return this.next(message, updateId);
    const earlier = await this.decks.earlierAnswer(workflowId, updateId);
    if (earlier !== undefined) return earlier;
    if (waits)
      throw new HttpError(
        'not-allowed',
        `This link is for the review of the ${gate}, but the deck is at another review.`,
      );
    throw stale(progress, message.revision);
  }

  async next(message: ReviewMessage, updateId: string): Promise<ReviewAnswer> {
    const { workflowId } = this.link;
    try {
      return await this.decks.review(workflowId, message, updateId);
    } catch (error) {
      if (!(error instanceof DeckError) || error.reason !== 'refused') throw error;
      // The workflow's message. If it rejected the update, the message is in the cause.
      const reason = error.cause instanceof Error ? error.cause.message : error.message;
      const { progress } = await this.decks.snapshot(workflowId, { fresh: true });
      const waits = progress.review !== undefined && progress.outline?.revision === message.revision;
      if (waits && error.type !== ALREADY_DECIDED) throw new HttpError('invalid', sentence(reason));
      throw stale(progress, message.revision, reason);
    }
  }
}

function stale(progress: PresentationProgress, revision: number, reason?: string): HttpError {
  const conflict = conflictOf(progress);
  const now =
    conflict.revision === revision
      ? `the deck is at stage ${conflict.stage}`
      : `revision ${conflict.revision} is the current one`;
  return new HttpError('conflict', sentence(reason ?? `revision ${revision} is no longer under review: ${now}`), {
    conflict,
  });
}

/** The current revision and stage, and who made the latest change. */
function conflictOf({ outline, approval, contentApproval, rejection, stage }: PresentationProgress) {
  const latest = [rejection, contentApproval, approval, outline]
    .filter((event) => event !== undefined)
    .reduce((last, event) => (event.at > last.at ? event : last), { at: '' } as {
      at: string;
      by?: string;
      verified?: boolean;
    });
  const conflict: NonNullable<Problem['conflict']> = {
    revision: outline?.revision ?? 0,
    ...given({ by: latest.by, verified: latest.verified }),
    ...(latest.at === '' ? {} : { at: latest.at }),
    stage,
  };
  return conflict;
}

function sentence(message: string): string {
  const text = withoutFolders(message);
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
