import type { z as zod } from 'zod';
import { about, maybe } from '../../core/fields';
import { openPrompts, progress, reviewAnswer } from '../../core/progress';
import { resolveSchemas } from '../../core/resolve-message';
import { type ReviewMessage, reviewSchemas } from '../../core/review-message';
import { stages, steps } from '../../core/stages';
import * as z from '../../core/zod';
import { linkGates, linkRoles } from '../../decks/links/review-links';
import type { SlideJob } from '../../slides/brand/kinds';
import type { TemplateReport } from '../../slides/brand/template-report';
import { scopes } from '../scopes';

/** What the API answers, declared once: types, the page and the OpenAPI document come from here. */

const { revisionNumber } = reviewSchemas;
const { shape } = progress;
const text = z.string();
const at = about('ISO 8601, in UTC.', text);
const count = z.int().check(z.nonnegative());
const verified = maybe(z.boolean(), 'Whether a login, a signed link or a program vouched for the name.');
const id = about('`<uid>/<request>`; with a channel, `<uid>~<channel>/<request>`.', text);
const status = about('`RUNNING`, `COMPLETED`, `FAILED`, `CANCELLED`, `TERMINATED` or `TIMED_OUT`.', text);

const { document: _text, ...revisionFields } = shape.outline.def.innerType.shape;
const { sha256: _sha256, ...decisionFields } = shape.decisions.def.innerType.def.element.shape;
const { type, message, remedy, at: parkedAt } = shape.attention.def.innerType.shape;

const deck = z.object({
  version: about('A hash of everything else in here but the download URLs, for `since`.', text),
  id,
  link: about(
    'What you can do with this deck, from your link, login or token.',
    z.object({
      gate: z.enum(linkGates),
      role: z.enum(linkRoles),
      expiresAt: maybe(at),
      reviewer: maybe(text, 'Your name, which a login or a signed link vouches for.'),
    }),
  ),
  workflowId: text,
  title: text,
  channel: maybe(text, 'The channel of the user of the deck, if there is one.'),
  stage: z.enum(stages),
  step: maybe(z.enum(steps), 'The step that the stage belongs to; absent for outcomes without files.'),
  status,
  summary: about('One sentence: what the deck is doing or waiting for.', text),
  mayDecide: about('Whether you can decide now; `mayNot` says why not.', z.boolean()),
  mayNot: maybe(
    z.enum(['role', 'other-gate', 'not-waiting', 'ended', 'needs-help', 'not-permitted', 'unverified']),
    'not-permitted: the policy of the gate does not name you. unverified: it requires a verified name.',
  ),
  review: shape.review,
  threads: shape.threads,
  revision: maybe(revisionNumber, 'The current revision.'),
  source: shape.source,
  ownWords: shape.ownWords,
  revisions: z.array(z.object({ ...revisionFields, bytes: count })),
  approval: shape.approval,
  contentApproval: shape.contentApproval,
  rejection: shape.rejection,
  template: shape.template,
  decisions: maybe(z.array(z.object(decisionFields)), 'The newest decisions, oldest first.'),
  earlierDecisions: maybe(count, 'Number of older decisions that `decisions` omits.'),
  openPrompts,
  exports: shape.exports,
  files: z.array(
    z.object({
      index: count,
      name: text,
      format: text,
      bytes: count,
      downloadUrl: about('Anyone who has this URL can download the file from it, for 24 hours.', text),
    }),
  ),
  attention: maybe(z.object({ type, message, remedy, at: parkedAt }), 'Present while the deck is parked.'),
  leftOut: maybe(z.array(text), 'The parts of the source that are not on the slides, one sentence each.'),
  startedAt: at,
  updatedAt: at,
});

/** What lists say of each deck. */
const listed = { id, workflowId: text, title: text, uid: maybe(text), channel: maybe(text), stage: text };

const deckList = z.object({
  decks: z.array(
    z.object({
      ...listed,
      status,
      openPrompts: maybe(count, 'Of a complete deck: as in its result.'),
      attention: maybe(text, 'Type of the problem of a parked deck.'),
      reviewDue: maybe(text),
      startedAt: at,
    }),
  ),
  counts: about(
    'The number of decks at each stage that has any, and of parked ones (`attention`).',
    z.array(z.object({ stage: text, decks: count })),
  ),
  cursor: maybe(
    text,
    'Present if there may be more: a search reads a limited number of titles per request. Pages can overlap.',
  ),
});

const answered = reviewAnswer;
const { action, paidCalls, newJob } = resolveSchemas.resolveMessage.shape;
const resolved = z.object({ action, message: text });

const remedies = z.object({
  advice: maybe(text),
  ways: maybe(
    z.array(z.object({ action: z.enum(['retry', 'skip', 'abandon']), paidCalls, newJob })),
    'Resolutions to send, the suggested one first.',
  ),
});

const reviewPolicy = z.object({
  gates: z.array(
    z.object({
      gate: reviewSchemas.gate,
      mode: z.enum(['required', 'auto-approve', 'off']),
      binding: about('Whether your decks may only be stricter.', z.boolean()),
      approvals: count,
      reviewers: about('Empty: anyone.', z.array(text)),
      requiredGroups: z.array(text),
      selfApproval: z.boolean(),
      verifiedOnly: z.boolean(),
    }),
  ),
});

const usual = z.object({ seconds: maybe(count, 'Absent until enough decks are known.') });

const logins = z.object({
  person: about('Whether people can log in at `/login`.', z.boolean()),
  token: about('Whether there is an operator token.', z.boolean()),
});
const loggedOut = z.object({ address: maybe(text, 'Where the session at the issuer ends.') });

const revisionText = z.object({ revision: revisionNumber, markdown: about('The complete text.', text) });

const slideList = z.object({
  revision: revisionNumber,
  slides: z.array(z.object({ number: count, title: text, kind: text })),
  ratio: about('Width divided by height.', z.number()),
  approximate: maybe(z.literal(true), 'The generation service has the template and may design the slides differently.'),
});

const templateList = z.object({
  templates: z.array(
    z.object({
      id: reviewSchemas.serviceId,
      type: z.int(),
      names: maybe(z.object({ en: text, zh: text }), 'Absent for templates of other services.'),
      cover: about('Whether there is a cover image.', z.boolean()),
      rendered: about('Whether slides can be previewed in this template.', z.boolean()),
    }),
  ),
  page: count,
  pages: count,
});

const inbox = z.object({
  items: about(
    'The most urgent first.',
    z.array(
      z.object({
        ...listed,
        gate: maybe(reviewSchemas.gate, 'The gate that needs a decision; absent for a parked deck.'),
        attention: maybe(text),
        since: text,
        due: maybe(text),
      }),
    ),
  ),
  total: count,
});

const fault = z.object({
  path: about('The invalid field, such as `template.type`, or the place in a document, such as `line 12`.', text),
  pointer: maybe(text, 'JSON Pointer to the field in the body, such as `#/template/type`.'),
  message: text,
});

const checkedDocument = z.object({
  name: text,
  kind: maybe(z.enum(['word', 'markdown']), 'Absent if the file cannot be used.'),
  title: maybe(text),
  chapters: maybe(count),
  pages: maybe(count),
  faults: about('Empty if a deck can start from the document.', z.array(fault)),
});

const brandTemplates = z.object({
  available: about('False if the templates are with a generation service elsewhere.', z.boolean()),
  templates: z.array(z.object({ id: count, name: text })),
});

const started = z.object({
  id,
  existing: about('True: this request already started the deck.', z.boolean()),
});

const batch = z.object({
  id: about('The name of the batch.', text),
  status,
  summary: maybe(text, 'One sentence: the progress of the batch, or why it ended.'),
  ...{ total: maybe(count), started: maybe(count), existing: maybe(count, 'Decks that existed before.') },
  ...{ delivered: maybe(count), rejected: maybe(count), failed: maybe(count), cancelled: maybe(count) },
  ...{ waiting: maybe(count), running: maybe(count), window: maybe(count, 'Decks at a time.') },
  decks: about('The running decks.', z.array(z.object({ line: count, id }))),
  failures: about('The last decks that failed.', z.array(z.object({ line: count, id, reason: text }))),
  problems: about('Of the batch itself.', z.array(text)),
});

const batchList = z.object({
  batches: z.array(z.object({ id: text, title: text, status, startedAt: at })),
});

const caller = z.object({
  kind: z.enum(['link', 'session', 'token', 'local']),
  name: maybe(text),
  verified,
  groups: z.array(text),
  scopes: z.array(z.enum(scopes)),
  expiresAt: maybe(at),
  deck: maybe(id, 'With a link: the only deck.'),
});

const conflict = about(
  'The current state, which differs from the one that you decided about.',
  z.object({
    revision: count,
    by: maybe(text),
    verified,
    at: maybe(at),
    stage: z.enum(stages),
  }),
);

export const problemCodes = [
  ...([
    'link-malformed',
    'link-forged',
    'link-expired',
    'link-ended',
    'token-invalid',
    'login-wrong',
    'login-needed',
  ] as const),
  ...(['not-allowed', 'not-found', 'conflict', 'too-large', 'invalid', 'too-many'] as const),
  ...(['no-worker', 'stands-still', 'no-temporal', 'no-service', 'internal'] as const),
] as const;

const problem = about(
  'An error (RFC 9457).',
  z.object({
    type: text,
    title: text,
    status: z.int(),
    detail: about('What happened, and what to do.', text),
    code: about('Stable.', z.enum(problemCodes)),
    deck: maybe(id),
    errors: maybe(z.array(fault)),
    conflict: maybe(conflict),
  }),
);

export const schemas = {
  ...{ checkedDocument, brandTemplates, answered, resolved, revisionText, slideList, templateList, inbox },
  ...{
    batch,
    batchList,
    deck,
    deckList,
    started,
    caller,
    fault,
    problem,
    remedy: remedies,
    reviewPolicy,
    usual,
    logins,
    loggedOut,
  },
};

type Of<Name extends keyof typeof schemas> = zod.infer<(typeof schemas)[Name]>;
export type DeckView = Of<'deck'>;
export type RevisionText = Of<'revisionText'>;
export type SlideList = Of<'slideList'>;
export type TemplateList = Of<'templateList'>;
/** The decks that wait for a person. */
export type InboxView = Of<'inbox'>;
export type BatchList = Of<'batchList'>;
export type Started = Of<'started'>;
export type BatchView = Of<'batch'>;
export type DeckList = Of<'deckList'>;
export type BrandTemplateList = Of<'brandTemplates'>;
export type CheckedDocument = Of<'checkedDocument'>;
export type DecisionAnswer = Of<'answered'>;
/** How an operator can resolve a parked deck. */
export type Remedy = Of<'remedy'>;
export type ReviewPolicy = Of<'reviewPolicy'>;
export type CallerView = Of<'caller'>;
export type Usual = Of<'usual'>;
export type Logins = Of<'logins'>;
export type Problem = Of<'problem'>;
export type ProblemCode = Problem['code'];
export type Fault = Of<'fault'>;

/** The message that the workflow receives. `template` goes with approvals and overrides the deck's input. */
export type Decision = Omit<ReviewMessage, 'outline' | 'verified' | 'via' | 'subject' | 'groups'> & {
  /** With `edit`: the complete text as Markdown. */
  outline?: string;
  /** With `edit`: also approve the edited text. */
  approve?: boolean;
};

export interface BrandTemplateView {
  id: number;
  name: string;
  /** The kinds of slides whose layout a person chose; `report.mapping` has it. */
  corrected: SlideJob[];
  report: TemplateReport;
  /** The mapping without corrections. */
  automatic: TemplateReport['mapping'];
}
