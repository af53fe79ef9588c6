import { listed } from '../base/text/listed';
import { oneLine, readable } from '../base/text/unprintable';
import { DOCUMENT_URI, type Document } from './document';
import { about, fieldsOf, maybe, namesOf } from './fields';
import { LONGEST_COMMENT, LONGEST_COMMENTS, MOST_COMMENTS, MOST_OPEN_THREADS } from './message-limits';
import { LONGEST_NAME } from './reviewer-name';
import type { ServiceId } from './service-id';
import * as z from './zod';

/**
 * A reviewer's decision about one revision, declared once: types, checks, command line, tools and JSON Schemas come from
 * here. What depends on the state of the deck is checked by the deck.
 */

/**
 * Where a person must decide: on the outline before content is paid for, on the content before the design is
 * saved.
 */
const gate = z.enum(['outline', 'content']);
export type Gate = z.infer<typeof gate>;

/** The same of the name that a reviewer sends; the record has its beginning. */
const LONGEST_REVIEWER = 200;
const LONGEST_SUBJECT = 255;
/** Groups of a person in a message. */
export const MOST_GROUPS = 100;
/** Maximum characters of a heading or line that a comment quotes. */
const LONGEST_QUOTE = 200;
/** Maximum characters of an edited outline inside its message; a longer one is sent as a reference. */
export const LONGEST_INLINE_OUTLINE = 100_000;

const POSITIVE = 'must be a positive whole number';
const positiveInt = z.int(POSITIVE).check(z.positive(POSITIVE));
/** An id of the service: a number, or digits that a number cannot hold. */
const serviceId: z.ZodMiniType<ServiceId> = z.union(
  [
    positiveInt,
    z.string(POSITIVE).check(z.regex(/^[1-9]\d{15,39}$/, POSITIVE)) as unknown as z.ZodMiniType<`${bigint}`>,
  ],
  POSITIVE,
);
const REVISION = 'must be the number of the revision that you have read';
const revisionNumber = z.int(REVISION).check(z.positive(REVISION));

/** A person's text, without control characters and blanks around it. */
const textOf = (most: number) =>
  z.string('must be text').check(
    z.overwrite((text) => readable(text.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')).trim()),
    z.maxLength(most, `is longer than ${most} characters`),
  );
const comment = textOf(LONGEST_COMMENT);
const reviewer = textOf(LONGEST_REVIEWER);
const quoted = z.string('must be text').check(z.overwrite((text) => readable(text.slice(0, LONGEST_QUOTE))));

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const bytes = z.int().check(z.nonnegative());
const document: z.ZodMiniType<Document> = about(
  "A text: complete if short, otherwise its beginning and a reference to the workers' document store.",
  z.union([
    z.object({ sha256, bytes, uri: z.string().check(z.regex(DOCUMENT_URI)), preview: z.string() }),
    z.object({ sha256, bytes, text: z.string() }),
  ]),
);

/** Node of an outline tree of the service: `value` and `children`; other fields are dropped. */
export interface OutlineTree {
  value: string;
  type?: string;
  children?: OutlineTree[];
}
const outlineTree: z.ZodMiniType<OutlineTree> = z.lazy(() =>
  z.object({
    value: z.string().check(z.minLength(1)),
    type: maybe(z.string()),
    children: maybe(z.array(outlineTree)),
  }),
);

const template = z.object(
  { id: serviceId, type: positiveInt },
  'must have two numbers of the generation service, such as {"id": 7, "type": 1}',
);

const ITEM = 'must be the number of an item, such as 2.1';
const outlineItem = z.object(
  {
    path: about(
      'Chapter, page and point, counted from 1, such as 2, 2.1 or 2.1.3; 0 is the title.',
      z.string(ITEM).check(z.regex(/^(?:0|[1-9]\d{0,3}(?:\.[1-9]\d{0,3}){0,2})$/, ITEM)),
    ),
    heading: about('The heading as the reviewer has read it. Rejected unless the item has this heading.', quoted),
    line: maybe(
      quoted,
      'A paragraph or table row under the heading, as the reviewer has read it. Rejected unless the item has it.',
    ),
  },
  'must be an item such as {"path": "2.1", "heading": "Costs"}',
);
/** An item of one revision: its position, and its heading as the reviewer has read it. */
export type OutlineItem = z.infer<typeof outlineItem>;

/** What a comment says, and where. */
const remark = {
  item: outlineItem,
  slide: maybe(positiveInt, 'The slide of the preview that the comment is about, if it is about one.'),
  text: about('May be empty next to a suggestion.', z._default(comment, '')),
  suggestion: maybe(
    textOf(LONGEST_COMMENT).check(z.overwrite(oneLine), z.minLength(1, 'must not be empty')),
    'Replaces the heading, or the line, when a reviewer accepts it.',
  ),
};
const reviewComment = z
  .object(remark, 'must be a comment such as {"item": {"path": "2.1", "heading": "Costs"}, "text": "Too long"}')
  .check(
    z.refine(({ text, suggestion }) => text !== '' || suggestion !== undefined, {
      path: ['text'],
      error: 'must not be empty',
    }),
  );
/** A comment on one item of a text. */
export type ReviewComment = z.infer<typeof reviewComment>;

const opened = z.object({ number: positiveInt, ...remark, item: maybe(outlineItem, 'Absent: the whole text.') });

const comments = maybe(
  z.array(reviewComment, 'must be a list of comments').check(
    z.minLength(1, 'must have at least one comment'),
    z.maxLength(MOST_COMMENTS, `has more than ${MOST_COMMENTS} entries`),
    z.refine(
      (given) => given.reduce((sum, each) => sum + lengthOf(each), 0) <= LONGEST_COMMENTS,
      `has more than ${LONGEST_COMMENTS} characters in total`,
    ),
  ),
  `With request-changes and comment: comments on items, up to ${LONGEST_COMMENTS} characters in total.`,
);

/** Characters that a person wrote. */
export const lengthOf = ({ text, suggestion = '' }: Pick<ReviewComment, 'text' | 'suggestion'>) =>
  text.length + suggestion.length;

const thread = maybe(
  positiveInt,
  'With reply and resolve-thread: the number of a thread (resolve-thread without one: every open thread).',
);

const person = textOf(LONGEST_NAME).check(z.minLength(1, 'must be the name of a person'));

/** Every kind of decision, with the fields that only it can have. */
export const decisions = Object.freeze({
  approve: {
    template: maybe(template, 'With approve: the template to use instead of the one from the input.'),
    despite: maybe(
      z
        .array(positiveInt, 'must be a list of numbers')
        .check(z.maxLength(MOST_OPEN_THREADS, `has more than ${MOST_OPEN_THREADS} entries`)),
      'With approve: the open objections of other people that you approve over. The reason is in comment.',
    ),
  },
  edit: {
    outline: maybe(
      z.union([z.string().check(z.minLength(1), z.maxLength(LONGEST_INLINE_OUTLINE)), document, outlineTree]),
      'With edit: the complete text as Markdown, a reference to the document store, or the outline tree.',
    ),
    restore: maybe(positiveInt, 'With edit, instead of outline: the revision to restore.'),
    accept: maybe(positiveInt, 'With edit, instead of outline: the thread whose suggestion is accepted.'),
  },
  regenerate: {},
  reject: {},
  'request-changes': { comments },
  comment: { comments },
  reply: { thread },
  'resolve-thread': { thread },
  delegate: { to: maybe(person, "With delegate: the person who takes the reviewer's place.") },
});
export type DecisionKind = keyof typeof decisions;
export const decisionNames = namesOf(decisions);

/** The client that a decision came through. Its sender claims it; `api` is any client that claims none of the others. */
export const decisionChannels = ['page', 'cli', 'email', 'mcp', 'api'] as const;

const reviewFields = {
  decision: z.enum(decisionNames, `must be ${listed(decisionNames)}`),
  revision: about(
    'The revision that the reviewer has read. Rejected unless it is the current revision.',
    revisionNumber,
  ),
  ...fieldsOf(decisions),
  comment: maybe(comment, 'Reason.'),
  reviewer: maybe(reviewer, 'Name of the reviewer.'),
  verified: maybe(
    z.boolean('must be true or false'),
    'True: the sender vouches for the name. Otherwise it is shown as unverified.',
  ),
  subject: maybe(textOf(LONGEST_SUBJECT), 'With verified, after a login: the identifier of the person at the issuer.'),
  groups: maybe(
    z.array(textOf(LONGEST_SUBJECT)).check(z.maxLength(MOST_GROUPS, `has more than ${MOST_GROUPS} entries`)),
    'With verified, after a login: the groups of the person.',
  ),
  via: maybe(
    z.enum(decisionChannels, `must be ${listed(decisionChannels)}`),
    'The client that sends the decision (default: api).',
  ),
};
const ONE_OBJECT = 'send one object: {"revision": 1, "decision": "approve"}';
const reviewMessage = about(
  "Argument of the update `review`: a reviewer's decision about one revision.",
  z.object(reviewFields, ONE_OBJECT),
);
export type ReviewMessage = z.infer<typeof reviewMessage>;

/** Without the text of an edit, which the grammar of outlines checks. It bounds its size before anything walks it. */
const { outline: _text, ...shortFields } = reviewFields;
const shortReviewMessage = z.object(shortFields, ONE_OBJECT);

export const reviewSchemas = Object.freeze({
  ...{ gate, positiveInt, serviceId, revisionNumber, comment, reviewer, document, template, reviewComment, opened },
  ...{ reviewMessage, shortReviewMessage },
});

const longestLists = { comments: MOST_COMMENTS, despite: MOST_OPEN_THREADS, groups: MOST_GROUPS };

/** A list is counted before it is read, because a message can have as many entries as fit into 2 MB. */
export function sizeFault(value: unknown): string | undefined {
  for (const [name, most] of Object.entries(longestLists)) {
    const list: unknown = Object(value)[name];
    if (Array.isArray(list) && list.length > most) return `${name} has more than ${most} entries`;
  }
  return undefined;
}

/** The fields of a decision that depend on its kind. */
type Kinded = {
  [Field in 'decision' | 'outline' | 'restore' | 'accept' | 'comment' | 'comments' | 'thread' | 'to']?: unknown;
};

/** Fields that a kind of decision requires. Undefined if they are all there. */
export function missingFault(message: Kinded): string | undefined {
  const { decision, outline, restore, accept, comment, comments, thread, to } = message;
  if (decision === 'edit') {
    const texts = [outline, restore, accept].filter((each) => each !== undefined).length;
    if (texts > 1) return 'send one of "outline", "restore" and "accept"';
    if (texts === 0) {
      return 'edit requires the complete outline as Markdown in "outline", an earlier revision in "restore", or a thread with a suggestion in "accept"';
    }
  }
  if ((decision === 'request-changes' || decision === 'comment') && !comment && comments === undefined) {
    return `${decision} requires "comment" or "comments"`;
  }
  if (decision === 'reply' && (thread === undefined || !comment)) return 'reply requires "thread" and "comment"';
  if (decision === 'delegate' && to === undefined) return 'delegate requires the name of the person in "to"';
  return undefined;
}
