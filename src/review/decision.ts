import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  ALREADY_DECIDED,
  type PresentationProgress,
  type ReviewAnswer,
  type ReviewMessage,
  reviewDecisions,
} from '../core/messages';
import { LONGEST_NAME } from '../core/reviewer-name';
import { DeckError } from '../decks/errors';
import { outlineForMessage } from '../documents/open-documents';
import { isFor, type ReviewLink } from '../edge/review-links';
import { OUTLINE_LIMITS } from '../outline/outline-limits';
import { unprintableFault } from '../text/unprintable';
import { withoutFolders } from '../text/without-folders';
import type { DecisionAnswer, ErrorBody } from './api';
import type { ReviewServices } from './context';
import { HttpError } from './http-error';
import { type ReviewedDecks, updateIdOf } from './reviewed-decks';

/** Leaves room for JSON escapes, which take up to six bytes for one. */
export const MAX_DECISION_BYTES = 4 * OUTLINE_LIMITS.bytes;

const positiveInt = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);

/** The workflow also limits their total length, and checks that the text has each item. */
const comments = z
  .array(
    z.strictObject({
      item: z.strictObject({
        path: z.string().regex(/^(?:0|[1-9]\d{0,4}(?:\.[1-9]\d{0,4}){0,2})$/),
        heading: z.string().max(1_000),
        line: z.string().max(10_000).optional(),
      }),
      text: z.string().trim().min(1).max(2_000),
    }),
  )
  .min(1)
  .max(20);

/** Fields that belong to one decision. */
const fieldOf = { comments: 'request-changes', changeRequest: 'resolve-changes', to: 'delegate' } as const;

/** A `Decision` of the page. Unknown fields are rejected. */
export const decisionSchema = z
  .strictObject({
    revision: positiveInt,
    decision: z.enum(reviewDecisions),
    comment: z.string().max(2_000).optional(),
    reviewer: z.string().max(200).optional(),
    template: z.strictObject({ id: positiveInt, type: positiveInt }).optional(),
    outline: z.string().optional(),
    restore: positiveInt.optional(),
    approve: z.boolean().optional(),
    comments: comments.optional(),
    changeRequest: positiveInt.optional(),
    to: z.string().trim().min(1).max(LONGEST_NAME).optional(),
  })
  .superRefine((value, context) => {
    const { decision, outline, restore, approve, template } = value;
    const reject = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (decision === 'edit') {
      if ((outline === undefined) === (restore === undefined))
        reject('outline', 'edit requires either outline or restore');
    } else {
      if (outline !== undefined) reject('outline', 'is only allowed with edit');
      if (restore !== undefined) reject('restore', 'is only allowed with edit');
      if (approve !== undefined) reject('approve', 'is only allowed with edit');
    }
    const approves = decision === 'approve' || (decision === 'edit' && approve === true);
    for (const [field, only] of Object.entries(fieldOf)) {
      if (value[field as keyof typeof fieldOf] !== undefined && decision !== only)
        reject(field, `is only allowed with ${only}`);
    }
    if (decision === 'delegate' && value.to === undefined) reject('to', 'is required with delegate');
    if (decision === 'request-changes' && (value.comment ?? '').trim() === '' && value.comments === undefined)
      reject('comment', 'request-changes requires comment or comments');
    if (template !== undefined && !approves) reject('template', 'is only allowed with an approval');
  });

const idempotencyKey = z.string().regex(/^[\x21-\x7e]{1,200}$/);

/**
 * Sends a decision to the deck. A retry with the same key returns the first response, even after the deck has moved on,
 * so a page that lost the response can retry.
 */
export async function decide(
  { decks, settings }: Pick<ReviewServices, 'decks' | 'settings'>,
  link: ReviewLink,
  decision: z.output<typeof decisionSchema>,
  key: string | undefined,
): Promise<DecisionAnswer> {
  if (link.role !== 'reviewer') throw new HttpError('not-allowed', 'This is a view-only link. It cannot decide.');
  if (key !== undefined && !idempotencyKey.safeParse(key).success) {
    throw new HttpError('invalid', 'Idempotency-Key must have 1 to 200 visible ASCII characters.');
  }
  const reviewer = link.reviewer ?? decision.reviewer;
  const { revision, decision: kind, comment, template, outline, restore, approve } = decision;
  if (outline !== undefined && Buffer.byteLength(outline) > OUTLINE_LIMITS.bytes) {
    throw new HttpError('too-large', `The text is larger than ${OUTLINE_LIMITS.bytes} bytes, the maximum for a deck.`);
  }
  const unprintable = outline === undefined ? undefined : unprintableFault(outline, 'The text');
  if (unprintable !== undefined) throw new HttpError('invalid', `${unprintable}.`);
  const who = {
    ...(comment === undefined ? {} : { comment }),
    ...(reviewer === undefined ? {} : { reviewer }),
    // A name in the signed link is verified; a name from the page is whatever a person typed.
    ...(link.reviewer === undefined ? {} : { verified: true }),
    via: 'page' as const,
  };
  const uniqueKey = key ?? randomUUID();
  const idOf = (step: string) => updateIdOf(step, uniqueKey, link.reviewer, decision);
  const send = new Sender(decks, link);

  if (kind !== 'edit') {
    const { comments, changeRequest, to } = decision;
    const details = Object.fromEntries(
      Object.entries({ template, comments, changeRequest, to }).filter(([, value]) => value !== undefined),
    );
    return send.first({ revision, decision: kind, ...who, ...details }, idOf(kind));
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
      const decided = error.type === ALREADY_DECIDED || JUST_DECIDED.test(reason);
      if (waits && !decided) throw new HttpError('invalid', sentence(reason));
      throw stale(progress, message.revision, reason);
    }
  }
}

/** The message of workers of the previous release, which refuse without {@link ALREADY_DECIDED}. Remove in the next one. */
const JUST_DECIDED = /was just decided/;

function stale(progress: PresentationProgress, revision: number, reason?: string): HttpError {
  const conflict = conflictOf(progress);
  const now =
    conflict.revision === revision
      ? `the deck is at stage ${conflict.stage}`
      : `revision ${conflict.revision} is the current one`;
  return new HttpError(
    'conflict',
    sentence(reason ?? `revision ${revision} is no longer under review: ${now}`),
    conflict,
  );
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
  const conflict: NonNullable<ErrorBody['conflict']> = {
    revision: outline?.revision ?? 0,
    ...(latest.by === undefined ? {} : { by: latest.by }),
    ...(latest.verified === undefined ? {} : { verified: latest.verified }),
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
