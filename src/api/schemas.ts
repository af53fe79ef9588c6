import { z } from 'zod';
import { deliveryFormats } from '../core/formats';
import {
  type OutlineTree,
  type PresentationProgress,
  type PresentationResult,
  type ResolveAnswer,
  type ResolveMessage,
  type ReviewAnswer,
  type ReviewMessage,
  resolveActions,
  reviewDecisions,
} from '../core/messages';
import { type DeckEvent, noticeKinds } from '../core/notices';
import { stages } from '../core/stages';
import { presentationInput } from '../input/input';

/**
 * What travels between programs and a deck, as JSON Schema for senders and readers in any language. The types stand in
 * `src/core/messages.ts`, where the workflow, whose sandbox holds no zod, reads them with their sentences; the
 * end of this file holds the schemas to them. What a deck says may gain fields, so no schema of it forbids others.
 */

const stage = z.enum(stages);
const gate = z.enum(['outline', 'content']);
const revisionNumber = z.int().positive();
const at = z.iso.datetime().describe('ISO 8601, in UTC.');
const taskId = z.int().positive().describe('Task at the service.');
const designId = z.int().positive().describe('Design at the service.');
const facts = {
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().nonnegative(),
};

const document = z
  .union([
    z.object({ ...facts, uri: z.string().regex(/^document:[0-9a-f]{64}$/), preview: z.string() }),
    z.object({ ...facts, text: z.string() }),
  ])
  .describe("A text: whole when short, otherwise its beginning and its address in the workers' document store.");

const outlineTree: z.ZodType<OutlineTree> = z.lazy(() =>
  z.object({
    value: z.string().min(1),
    type: z.string().exactOptional(),
    children: z.array(outlineTree).exactOptional(),
  }),
);

const template = z.object({ id: z.int().positive(), type: z.int().positive() });

const reviewMessage = z
  .object({
    revision: revisionNumber.describe('The revision that was read; when it is not the current one, it is refused.'),
    decision: z.enum(reviewDecisions),
    outline: z
      .union([z.string().min(1).max(100_000), document, outlineTree])
      .exactOptional()
      .describe('With edit: the whole text as Markdown, its address in the document store, or the outline tree.'),
    restore: revisionNumber
      .exactOptional()
      .describe('With edit, instead of outline: the revision that shall stand again.'),
    comment: z.string().exactOptional().describe('Why; kept up to 2000 characters.'),
    reviewer: z.string().exactOptional().describe('Who.'),
    verified: z
      .boolean()
      .exactOptional()
      .describe('True: whoever sends this vouches for the name. Otherwise it is shown as unverified.'),
    template: template.exactOptional().describe('With approve: used instead of what the deck was ordered with.'),
  })
  .describe("Argument of the update `review`: a reviewer's decision about one revision.");

const resolveMessage = z
  .object({
    action: z
      .enum(resolveActions)
      .describe('What to do; provide goes on from ids that a person has found, and needs one of them.'),
    taskId: taskId.exactOptional(),
    designId: designId.exactOptional(),
    ticket: z.string().exactOptional().describe('Ticket of a content job that runs.'),
    taskKey: z.string().exactOptional().describe('Task identifier of an export that was started.'),
    paidCalls: z
      .int()
      .min(1)
      .max(1000)
      .exactOptional()
      .describe('With retry: how many calls the deck may pay for from now on, those already made included.'),
    by: z.string().exactOptional(),
    comment: z.string().exactOptional(),
  })
  .describe('Argument of the update `resolve`: what to do about a deck that waits for help.');

const verified = z
  .boolean()
  .exactOptional()
  .describe('Whether the sender vouched for the name; absent where no person gave one.');

const approval = z.object({
  revision: revisionNumber,
  by: z.string().describe("A person's name, or `deadline`, `auto-approve`, `review off`."),
  verified,
  at,
  comment: z.string().exactOptional(),
});

const outlineRevision = z.object({
  revision: revisionNumber,
  document,
  part: gate.describe('The outline alone, or with its content.'),
  source: z.enum(['generated', 'edited', 'given', 'found']),
  at,
  by: z.string().exactOptional(),
  verified,
  comment: z.string().exactOptional(),
});

const problem = z.object({
  stage,
  type: z.string().describe('Stable name, see docs/failures.md.'),
  message: z.string(),
  at,
});

const deliveredFile = z.object({
  format: z.enum(deliveryFormats),
  path: z.string().describe("Absolute path on the worker's machine."),
  bytes: z.int().nonnegative(),
  sha256: z.string(),
});

const story = {
  uid: z.string(),
  request: z.string(),
  title: z.string(),
  taskId: taskId.exactOptional(),
  designId: designId.exactOptional(),
  approval: approval.exactOptional(),
  contentApproval: approval.exactOptional(),
  rejection: approval.exactOptional(),
  files: z.array(deliveredFile),
  problems: z.array(problem),
  paidCalls: z.record(z.string(), z.int().nonnegative()).describe('Calls to the service that cost, by endpoint.'),
  possibleDuplicates: z
    .array(z.string())
    .describe('What may exist twice at the service because an answer was lost; empty in an ordinary run.'),
};

const progress = z
  .object({
    workflowId: z.string(),
    ...story,
    channel: z.string().exactOptional().describe('Of the user; absent where there is none.'),
    stage,
    summary: z.string().describe('One sentence: what happens now, or what is awaited.'),
    ticket: z.string().exactOptional(),
    outline: outlineRevision.exactOptional().describe('The current revision.'),
    revisions: z.array(outlineRevision).describe('Every revision, oldest first.'),
    ownWords: z
      .literal(true)
      .exactOptional()
      .describe('There when the text came with the deck: nobody makes it anew, so it cannot be regenerated.'),
    review: z
      .object({
        gate,
        since: at,
        deadline: at.exactOptional(),
        onDeadline: z.string().exactOptional(),
        reminders: z.int().nonnegative(),
      })
      .exactOptional()
      .describe('There while a decision is awaited.'),
    template: template.exactOptional(),
    exports: z.array(
      z.object({
        format: z.enum(deliveryFormats),
        state: z.enum(['waiting', 'running', 'ready', 'delivered', 'skipped']),
      }),
    ),
    attention: problem
      .extend({
        remedy: z.string(),
        retryAt: at
          .exactOptional()
          .describe('When the deck tries again by itself; absent where only a person can help.'),
      })
      .exactOptional()
      .describe('There while the deck waits for help; remedy says what to do.'),
    startedAt: at,
    updatedAt: at,
  })
  .describe('Answer of the query `progress`.');

const result = z
  .object({
    outcome: z.enum(['delivered', 'rejected']),
    ...story,
    revision: revisionNumber.exactOptional().describe('The approved revision.'),
  })
  .describe('What the workflow `presentation` returns.');

const reviewAnswer = z
  .object({
    decision: reviewMessage.shape.decision,
    revision: revisionNumber.describe(
      'The revision that stands afterwards. After an edit that could not be read it is the old one.',
    ),
    message: z.string(),
  })
  .describe('Answer of the update `review`.');

const resolveAnswer = z
  .object({ action: resolveMessage.shape.action, stage, message: z.string() })
  .describe('Answer of the update `resolve`.');

const notification = z
  .object({
    type: z.enum([...noticeKinds, 'test']).describe('What happened; `test` is sent by `deck doctor --notify`.'),
    timestamp: at.describe('When it happened, ISO 8601, in UTC.'),
    data: z.object({
      deck: z.string().describe('Workflow id of the deck.'),
      uid: z.string(),
      request: z.string(),
      title: z.string(),
      stage,
      gate: gate.exactOptional().describe('With review.*: what is to be decided about.'),
      revision: revisionNumber.exactOptional().describe('The revision of outline or content that stands.'),
      due: at.exactOptional().describe('With review.*: when the review ends by itself.'),
      escalateTo: z.string().exactOptional().describe('With review.escalated: to whom.'),
      message: z.string().describe('One sentence: what happened.'),
      problem: z
        .string()
        .exactOptional()
        .describe('With deck.parked and deck.failed: stable name, see docs/failures.md.'),
      remedy: z.string().exactOptional().describe('With deck.parked: what to do.'),
      files: z.array(deliveredFile).exactOptional().describe('With deck.delivered.'),
      reviewUrl: z
        .string()
        .exactOptional()
        .describe('The page that shows the deck; with review.* it lets whoever holds the link decide.'),
    }),
  })
  .describe('Body of a webhook, see docs/notifications.md.');

const schemas = {
  input: presentationInput.describe('Input of the workflow `presentation`.'),
  'review-message': reviewMessage,
  'review-answer': reviewAnswer,
  'resolve-message': resolveMessage,
  'resolve-answer': resolveAnswer,
  progress,
  result,
  notification,
};

/** Names as of the files in docs/schemas/. */
export type SchemaName = keyof typeof schemas;
export const schemaNames = Object.keys(schemas) as SchemaName[];

/**
 * JSON Schema, draft 2020-12. Of the input it holds the fields; which of them go together is checked by
 * `startPresentation`, and by the worker in any case.
 */
export function jsonSchema(name: SchemaName): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(schemas[name], { io: 'input', target: 'draft-2020-12' });
  return { $schema, title: name, ...schema };
}

/** The compiler's own count: a field that is missing in one of them, or is another one there, does not compile. */
undefined as unknown as Unlike satisfies never;

interface Meant {
  'review-message': ReviewMessage;
  'review-answer': ReviewAnswer;
  'resolve-message': ResolveMessage;
  'resolve-answer': ResolveAnswer;
  progress: PresentationProgress;
  result: PresentationResult;
  notification: DeckEvent;
}
type Unlike = {
  [Name in keyof Meant]: Same<Flat<z.output<(typeof schemas)[Name]>>, Flat<Meant[Name]>> extends true ? never : Name;
}[keyof Meant];
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** Interfaces, their extensions and inferred objects alike, as plain objects; a tree has no end and stays itself. */
type Flat<T> = T extends OutlineTree ? T : T extends object ? { [Key in keyof T]: Flat<T[Key]> } : T;
