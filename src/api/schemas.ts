import { z } from 'zod';
import { deliveryFormats } from '../core/formats';
import {
  decisionChannels,
  type OutlineAnswer,
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
 * JSON Schemas of the messages between programs and a deck, for any language. The TypeScript types are in
 * `src/core/messages.ts`, because the workflow sandbox has no zod; the end of this file checks that both agree. Results
 * may gain fields, so their schemas allow additional ones.
 */

const stage = z.enum(stages);
const gate = z.enum(['outline', 'content']);
const revisionNumber = z.int().positive();
const at = z.iso.datetime().describe('ISO 8601, in UTC.');
const taskId = z.int().positive().describe('Task id at the generation service.');
const designId = z.int().positive().describe('Design id at the generation service.');
const facts = {
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().nonnegative(),
};

const document = z
  .union([
    z.object({ ...facts, uri: z.string().regex(/^document:[0-9a-f]{64}$/), preview: z.string() }),
    z.object({ ...facts, text: z.string() }),
  ])
  .describe("A text: complete if short, otherwise its beginning and a reference to the workers' document store.");

const outlineTree: z.ZodType<OutlineTree> = z.lazy(() =>
  z.object({
    value: z.string().min(1),
    type: z.string().exactOptional(),
    children: z.array(outlineTree).exactOptional(),
  }),
);

const template = z.object({ id: z.int().positive(), type: z.int().positive() });

const reviewComment = z.object({
  item: z.object({
    path: z
      .string()
      .regex(/^(?:0|[1-9]\d{0,3}(?:\.[1-9]\d{0,3}){0,2})$/)
      .describe('Chapter, page and point, counted from 1, such as 2, 2.1 or 2.1.3; 0 is the title.'),
    heading: z.string().describe('The heading as the reviewer has read it. Rejected unless the item has this heading.'),
    line: z
      .string()
      .exactOptional()
      .describe(
        'A paragraph or table row under the heading, as the reviewer has read it. Rejected unless the item has it.',
      ),
  }),
  text: z.string().min(1),
});

const reviewMessage = z
  .object({
    revision: revisionNumber.describe(
      'The revision that the reviewer has read. Rejected unless it is the current revision.',
    ),
    decision: z.enum(reviewDecisions),
    outline: z
      .union([z.string().min(1).max(100_000), document, outlineTree])
      .exactOptional()
      .describe('With edit: the complete text as Markdown, a reference to the document store, or the outline tree.'),
    restore: revisionNumber.exactOptional().describe('With edit, instead of outline: the revision to restore.'),
    comment: z.string().exactOptional().describe('Reason, up to 2000 characters; longer ones are truncated.'),
    comments: z
      .array(reviewComment)
      .min(1)
      .max(20)
      .exactOptional()
      .describe('With request-changes: comments on items, up to 3000 characters in total.'),
    changeRequest: z
      .int()
      .positive()
      .exactOptional()
      .describe('With resolve-changes: the number of the change request (default: every open one).'),
    to: z.string().max(100).exactOptional().describe("With delegate: the person who takes the reviewer's place."),
    reviewer: z.string().exactOptional().describe('Name of the reviewer.'),
    verified: z
      .boolean()
      .exactOptional()
      .describe('True: the sender vouches for the name. Otherwise it is shown as unverified.'),
    template: template.exactOptional().describe('With approve: the template to use instead of the one from the input.'),
    via: z.enum(decisionChannels).exactOptional().describe('The client that sends the decision (default: api).'),
  })
  .describe("Argument of the update `review`: a reviewer's decision about one revision.");

const resolveMessage = z
  .object({
    action: z
      .enum(resolveActions)
      .describe('How to proceed. provide continues from ids that a person has looked up and requires at least one.'),
    taskId: taskId.exactOptional(),
    designId: designId.exactOptional(),
    ticket: z.string().exactOptional().describe('Ticket of a running content job.'),
    taskKey: z.string().exactOptional().describe('Key of a started export job.'),
    paidCalls: z
      .int()
      .min(1)
      .max(1000)
      .exactOptional()
      .describe('With retry: the new paid-call limit of the deck, including the calls already made.'),
    by: z.string().exactOptional(),
    comment: z.string().exactOptional(),
  })
  .describe('Argument of the update `resolve`: how a parked deck should proceed.');

const verified = z
  .boolean()
  .exactOptional()
  .describe('Whether the sender vouched for the name; absent if no person gave one.');

const approval = z.object({
  revision: revisionNumber,
  by: z.string().describe("A person's name, or `deadline`, `auto-approve`, `review off`."),
  verified,
  at,
  comment: z.string().exactOptional(),
});

const approvalStatus = z.object({
  required: z.int().positive().describe('Number of approvals that the gate requires.'),
  given: z.array(approval).describe('Approvals of the current revision, oldest first.'),
  missing: z.object({
    approvals: z.int().nonnegative().describe('Number of further approvals.'),
    groups: z.array(z.string()).describe('Required groups without an approval.'),
    independent: z
      .literal(true)
      .exactOptional()
      .describe('Present if only people who edited the text have approved, or no one, and selfApproval is false.'),
  }),
  from: z
    .array(z.string())
    .exactOptional()
    .describe("The people whose approval counts toward what is missing; absent if anyone's does."),
  summary: z.string().describe('Such as “1 of 2 approvals; missing: legal”.'),
});

const changeRequest = z.object({
  number: z.int().positive(),
  revision: revisionNumber,
  by: z.string(),
  verified,
  at,
  comment: z.string().exactOptional(),
  comments: z.array(reviewComment).exactOptional(),
});

const reviewPolicy = z.object({
  reviewers: z.array(z.string()).describe('Names; empty: anyone.'),
  approvals: z.int().positive(),
  requiredGroups: z.array(z.object({ name: z.string(), members: z.array(z.string()) })),
  selfApproval: z.boolean(),
  verifiedOnly: z.boolean(),
});

const decisionRecord = z.object({
  gate,
  revision: revisionNumber.describe('The revision that was decided about.'),
  sha256: z.string().describe('SHA-256 of its text.'),
  decision: reviewMessage.shape.decision,
  by: z.string().describe("A person's name; `deadline` or `auto-approve` with via: rule."),
  verified,
  at,
  via: z.enum([...decisionChannels, 'rule']).describe('The client, by its own claim. api: any other client.'),
  comment: z.string().exactOptional().describe('Older comments are shortened.'),
  comments: z.array(reviewComment).exactOptional(),
  to: z.string().exactOptional().describe('With delegate.'),
  opens: z.int().positive().exactOptional().describe('With request-changes: its number.'),
  closes: z.array(z.int().positive()).exactOptional().describe('Change requests that this decision closed.'),
  newRevision: revisionNumber.exactOptional().describe('With edit.'),
});

const outlineRevision = z.object({
  revision: revisionNumber,
  document,
  part: gate.describe('The outline only, or with its content.'),
  source: z.enum(['generated', 'edited', 'given', 'found']),
  at,
  by: z.string().exactOptional(),
  verified,
  comment: z.string().exactOptional(),
});

const problem = z.object({
  stage,
  type: z.string().describe('Failure type, see docs/failures.md.'),
  message: z.string(),
  at,
});

const deliveredFile = z.object({
  format: z.enum(deliveryFormats),
  path: z.string().describe("Absolute path on the worker's host."),
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
  decisions: z
    .array(decisionRecord)
    .exactOptional()
    .describe('Every decision at a gate, oldest first; absent if there is none.'),
  files: z.array(deliveredFile),
  problems: z.array(problem),
  paidCalls: z.record(z.string(), z.int().nonnegative()).describe('Number of paid calls by endpoint.'),
  possibleDuplicates: z
    .array(z.string())
    .describe('Resources that may exist twice at the generation service because a response was lost; usually empty.'),
};

const progress = z
  .object({
    workflowId: z.string(),
    ...story,
    channel: z.string().exactOptional().describe('Channel of the user; absent if there is none.'),
    stage,
    summary: z.string().describe('One sentence: what the deck is doing or waiting for.'),
    ticket: z.string().exactOptional(),
    outline: outlineRevision.exactOptional().describe('The current revision.'),
    revisions: z.array(outlineRevision).describe('Every revision, oldest first.'),
    ownWords: z
      .literal(true)
      .exactOptional()
      .describe('Present if the text was provided with the deck, so that it cannot be regenerated.'),
    review: z
      .object({
        gate,
        since: at,
        deadline: at.exactOptional(),
        onDeadline: z.string().exactOptional(),
        reminders: z.int().nonnegative(),
        approvals: approvalStatus.exactOptional().describe('Absent if one approval by anyone is enough. So is policy.'),
        policy: reviewPolicy.exactOptional(),
        mayDecide: z.array(z.string()).exactOptional().describe('The people who may decide now; absent if anyone may.'),
        delegations: z.array(z.object({ from: z.string(), to: z.string() })).exactOptional(),
        changeRequests: z.array(changeRequest).exactOptional().describe('The open change requests.'),
      })
      .exactOptional()
      .describe('Present while the deck is awaiting review.'),
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
        retryAt: at.exactOptional().describe('Time of the next automatic retry; absent if the deck needs a person.'),
      })
      .exactOptional()
      .describe('Present while the deck is parked; remedy is the suggested fix.'),
    startedAt: at,
    updatedAt: at,
  })
  .describe('Result of the query `progress`.');

const result = z
  .object({
    outcome: z.enum(['delivered', 'rejected']),
    ...story,
    revision: revisionNumber.exactOptional().describe('The approved revision.'),
  })
  .describe('Result of the workflow `presentation`.');

const reviewAnswer = z
  .object({
    decision: reviewMessage.shape.decision,
    revision: revisionNumber.describe(
      'The current revision after the decision. Unchanged if the edited text was rejected.',
    ),
    message: z.string(),
    approvals: approvalStatus.exactOptional().describe('With approve and delegate, while approvals are missing.'),
    changeRequest: z.int().positive().exactOptional().describe('With request-changes: its number.'),
  })
  .describe('Result of the update `review`.');

const resolveAnswer = z
  .object({ action: resolveMessage.shape.action, stage, message: z.string() })
  .describe('Result of the update `resolve`.');

const notification = z
  .object({
    type: z.enum([...noticeKinds, 'test']).describe('Event type; `deck doctor --notify` sends `test`.'),
    timestamp: at.describe('Time of the event, ISO 8601, in UTC.'),
    data: z.object({
      deck: z.string().describe('Workflow id of the deck.'),
      uid: z.string(),
      request: z.string(),
      title: z.string(),
      stage,
      gate: gate.exactOptional().describe('With review.*: the gate.'),
      revision: revisionNumber.exactOptional().describe('The current revision.'),
      due: at.exactOptional().describe('With review.*: the review deadline.'),
      escalateTo: z.string().exactOptional().describe('With review.escalated: the person to notify.'),
      message: z.string().describe('One sentence: what happened.'),
      problem: z
        .string()
        .exactOptional()
        .describe('With deck.parked and deck.failed: failure type, see docs/failures.md.'),
      remedy: z.string().exactOptional().describe('With deck.parked: the suggested fix.'),
      files: z.array(deliveredFile).exactOptional().describe('With deck.delivered.'),
      reviewUrl: z
        .string()
        .exactOptional()
        .describe('Link to the deck. With review.*, anyone who has the link can decide.'),
    }),
  })
  .describe('Body of a webhook, see docs/notifications.md.');

const outlineAnswer = z
  .object({
    status: z
      .enum(['review', 'parked', 'passed', 'ended'])
      .describe(
        'Why the wait is over: a decision is pending, a person must resolve the deck, none is needed, or complete.',
      ),
    stage,
    outline: outlineRevision.exactOptional().describe('The current revision, if there is one.'),
    attention: progress.shape.attention.describe('With parked, as in the progress.'),
  })
  .describe('Result of the update `awaitOutline`.');

const schemas = {
  input: presentationInput.describe('Input of the workflow `presentation`.'),
  'review-message': reviewMessage,
  'review-answer': reviewAnswer,
  'resolve-message': resolveMessage,
  'resolve-answer': resolveAnswer,
  'outline-answer': outlineAnswer,
  progress,
  result,
  notification,
};

/** Names of the files in docs/schemas/. */
export type SchemaName = keyof typeof schemas;
export const schemaNames = Object.keys(schemas) as SchemaName[];

/**
 * JSON Schema, draft 2020-12. The schema of the input describes single fields. `startPresentation` and the worker also
 * check their combinations.
 */
export function jsonSchema(name: SchemaName): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(schemas[name], { io: 'input', target: 'draft-2020-12' });
  return { $schema, title: name, ...schema };
}

/** Does not compile if a schema and its type differ. */
undefined as unknown as Unlike satisfies never;

interface Meant {
  'review-message': ReviewMessage;
  'review-answer': ReviewAnswer;
  'resolve-message': ResolveMessage;
  'resolve-answer': ResolveAnswer;
  'outline-answer': OutlineAnswer;
  progress: PresentationProgress;
  result: PresentationResult;
  notification: DeckEvent;
}
type Unlike = {
  [Name in keyof Meant]: Same<Flat<z.output<(typeof schemas)[Name]>>, Flat<Meant[Name]>> extends true ? never : Name;
}[keyof Meant];
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** Flattens interfaces and inferred types to plain object types; the recursive tree stays as it is. */
type Flat<T> = T extends OutlineTree ? T : T extends object ? { [Key in keyof T]: Flat<T[Key]> } : T;
