import { z } from 'zod';
import { cut } from '../../base/text/cut';
import { nearestKey } from '../../base/text/nearest-key';
import { unprintableFault } from '../../base/text/unprintable';
import type { workflowSettings } from '../../config';
import { fitsId, KEY, LONGEST_KEY } from '../../core/deck-id';
import { DOCUMENT_URI, type Document, type StoredFile } from '../../core/document';
import { type DeliveryFormat, deliveryFormats, formatNamed, formatNames } from '../../core/formats';
import type { NoticeKind } from '../../core/notices';
import { LONGEST_NAME } from '../../core/reviewer-name';
import type { ServiceId } from '../../core/service-id';
import type { Brief } from '../../frames/frame';
import { KINDS } from '../../frames/kinds';
import { OUTLINE_LIMITS } from '../../outline/outline-limits';
/** Keys of the advanced option groups (specification, "Advanced option node"). */
export const optionGroups = ['page', 'group', 'scene', 'tone', 'language'] as const;
export type OptionGroup = (typeof optionGroups)[number];

/** How an imported document is treated: its text is kept, expanded or polished. */
export const treatments = ['keep', 'expand', 'polish'] as const;
export type Treatment = (typeof treatments)[number];

export const TITLE_LIMIT = 200;
/** Maximum characters of Markdown inside the input; a longer text is passed as a reference to the document store. */
export const MARKDOWN_LIMIT = 100_000;
/** Maximum characters of a URL: the details of a deck show it, and the server accepts 20,000 bytes there. */
const URL_LIMIT = 2000;

/** One line of text: trimmed, 1 to `most` characters, no control characters. */
function line(what: string, most: number) {
  return z
    .string(`${what} must be text`)
    .trim()
    .min(1, { error: `${what} is empty`, abort: true })
    .max(most, `${what} is longer than ${most} characters`)
    .refine(
      (text) => !/[\t\n\r]/.test(text) && unprintableFault(text, what) === undefined,
      `${what} contains control characters or line breaks`,
    )
    .refine((text) => !/\p{Surrogate}/u.test(text), `${what} is not valid Unicode text`);
}

/** `uid`, `channel` and `request` are part of the workflow id and of the output path. */
const key = (what: string) =>
  line(what, LONGEST_KEY).regex(KEY, `${what} must only contain letters, digits and . _ @ + = -`);

/** Whether a text can be the value of an HTTP header. */
const isHeader = (text: string) => /^[\x20-\x7e\xa0-\xff]*$/.test(text);

/** Digits that a number cannot hold. */
const longId = z.string().regex(/^[1-9]\d{15,39}$/) as unknown as z.ZodType<`${bigint}`>;
const id = (what: string) => z.union([z.int().positive(), longId], `${what} must be a positive whole number`);

/** Facts that every document has. */
export const documentFacts = {
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'sha256 must be 64 hexadecimal digits'),
  bytes: z.int().nonnegative(),
};
const stored = {
  uri: z.string().regex(DOCUMENT_URI, 'uri must be "document:", an owner if there is one, and the SHA-256'),
  ...documentFacts,
};

/** A reference to a text in the document store. */
export const storedText = z.strictObject({ ...stored, preview: z.string().max(2000).optional() });

const documentSource = z
  .strictObject({
    path: z.string().min(1).max(1000).optional().describe('File on the worker host, in the directory documents.inbox.'),
    url: z
      .url('url must be a URL')
      .max(URL_LIMIT, `url is longer than ${URL_LIMIT} characters`)
      .optional()
      .describe('URL that the worker downloads the file from.'),
    file: z
      .strictObject({ ...stored, name: line('name', 200) })
      .optional()
      .describe('A file in the document store, where `deck start --document` puts it.'),
    treatment: z
      .enum(treatments)
      .optional()
      .describe('keep the text (default), expand short passages, or polish the wording.'),
  })
  .refine(
    ({ path, url, file }) => [path, url, file].filter((from) => from !== undefined).length === 1,
    'document requires exactly one of path, url and file',
  );

const markdownSource = z.union(
  [z.string().trim().min(1).max(MARKDOWN_LIMIT), storedText],
  `markdown must be text of 1 to ${MARKDOWN_LIMIT} characters, or a reference to a stored text`,
);

const optionChoice = z.union([z.int().positive(), line('an option', 100)], 'an option must be an id or a name');

const filterChoice = (what: string) => z.union([z.int().positive(), line(what, 100)]).optional();

const templateChoice = z
  .strictObject({
    id: id('template.id').optional().describe('Template id; requires `type`.'),
    type: z.literal([1, 2], 'template.type must be 1 (system) or 2 (enterprise)').optional(),
    color: filterChoice('color').describe('Id, or name in any language of the generation service.'),
    style: filterChoice('style'),
    scene: filterChoice('scene'),
    enterprise: z.boolean().optional().describe('True: choose from the enterprise templates of the account.'),
    rank: z.int().min(1).max(10_000).optional().describe('Position among the matching templates, counted from 1.'),
  })
  .superRefine((template, context) => {
    const { id: templateId, type, color, style, scene, enterprise, rank } = template;
    const refuse = (message: string) => context.addIssue({ code: 'custom', message });
    if ((templateId === undefined) !== (type === undefined)) refuse('id and type must be given together');
    const filters = [color, style, scene].some((filter) => filter !== undefined);
    if (templateId !== undefined && (filters || enterprise !== undefined || rank !== undefined)) {
      refuse('id cannot be combined with color, style, scene, enterprise or rank');
    }
    if (enterprise && filters) refuse('enterprise cannot be combined with color, style or scene');
  });

/** Characters of the facts of a deck. */
const FACTS_LIMIT = 20_000;
/** A line becomes a paragraph of the outline. */
const hasShortLines = (text: string) => text.split('\n').every((line) => line.length <= OUTLINE_LIMITS.paragraph);

const from = z
  .strictObject({
    taskId: id('from.taskId').optional().describe('Existing task: its outline is read instead of generated.'),
    ticket: z.string().min(1).max(200).optional().describe('Ticket of a running content job; requires taskId.'),
    designId: id('from.designId').optional().describe('Existing design: only exports remain.'),
  })
  .superRefine(({ taskId, ticket, designId }, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message });
    if (taskId === undefined && designId === undefined) refuse('from requires taskId or designId');
    if (ticket !== undefined && taskId === undefined) refuse('ticket requires the taskId that it belongs to');
    if (ticket !== undefined && designId !== undefined) refuse('ticket cannot be combined with designId');
  });

/** Settings that people take for fields. */
const SETTINGS = ['review', 'contentReview', 'onFailure', 'paidCalls', 'polling'];

/** Names the field that a misspelled or misplaced key is meant for, at every level. */
const unknownFields: z.core.$ZodErrorMap = (issue) => {
  if (issue.code !== 'unrecognized_keys') return undefined;
  const known = Object.keys((issue.inst as z.ZodObject | undefined)?.shape ?? {});
  const lines = issue.keys.map((key) => {
    if (SETTINGS.includes(key) && known.includes('settings')) {
      return `${key} belongs into settings: {"settings": {"${key}": …}}`;
    }
    const near = nearestKey(key, known);
    return `${cut(key, 60)} is not a field; ${near === undefined ? `the fields are ${known.join(', ')}` : `did you mean ${near}?`}`;
  });
  return lines.join('; ');
};
// For all schemas that have no message of their own, so also for the bodies of the HTTP API and for messages.
z.config({ customError: unknownFields });

const fields = {
  uid: key('uid').describe('The user who owns the deck, as your application identifies users.'),
  request: key('request').describe(
    'Idempotency key: starting the same uid, channel and request again returns the existing deck.',
  ),
  channel: z
    .string('channel must be text')
    .trim()
    .max(64, 'channel is longer than 64 characters')
    .refine(isHeader, 'channel must only contain characters of Latin-1, because it is sent in an HTTP header')
    .refine(fitsId, 'channel is too long for a workflow id')
    .optional()
    .describe('Channel of the user. The same uid in another channel is another user.'),
  startedBy: line('startedBy', LONGEST_NAME)
    .optional()
    .describe('Name of the person who starts the deck, an author for selfApproval (default: uid).'),
  title: line('title', TITLE_LIMIT)
    .optional()
    .describe('Title of the deck. Optional if a document, topic, Markdown text or design provides one.'),
  document: documentSource.optional().describe('Source: a .docx file.'),
  topic: id('topic').optional().describe('Source: id of a preset topic.'),
  markdown: markdownSource.optional().describe('Source: a finished text as Markdown with headings.'),
  facts: z
    .string('facts must be text')
    .max(FACTS_LIMIT, `facts is longer than ${FACTS_LIMIT} characters`)
    .refine((text) => text.trim() !== '', 'facts is empty')
    .refine(hasShortLines, `facts has a line longer than ${OUTLINE_LIMITS.paragraph} characters`)
    .optional()
    .describe('Facts that answer the prompts of a frame, one "Name: value" a line. Requires a title as the source.'),
  kind: z
    .enum(KINDS, `kind must be one of ${KINDS.join(', ')}`)
    .optional()
    .describe('Kind of a deck from a title (default: recognised from the title).'),
  audience: line('audience', 200)
    .optional()
    .describe('For whom a deck from a title is, and to decide what; it gets a slide.'),
  remember: z
    .array(line('remember', 120))
    .min(1)
    .max(3, 'remember has more than 3 sentences')
    .optional()
    .describe('Up to three things that people should remember. They become titles of slides of a deck from a title.'),
  from: from.optional().describe('Existing resources of the generation service to continue from.'),
  slides: z
    .int('slides must be a whole number')
    .min(4, 'slides must be at least 4')
    .max(200, 'slides must be at most 200')
    .optional()
    .describe(
      'Condenses a document or Markdown text to about this many slides; its full text is in the speaker notes.',
    ),
  name: line('name', 200).optional().describe('Name of the design and of the files (default: the title).'),
  provider: z
    .enum(['default', 'alternative'])
    .optional()
    .describe('Provider of outline and content. The alternative provider supports titles only.'),
  options: z
    .partialRecord(z.enum(optionGroups), optionChoice)
    .optional()
    .describe('Advanced options by group: page, group (audience), scene, tone, language. Each is an id or a name.'),
  content: z
    .enum(['stream', 'ticket', 'as-is'])
    .optional()
    .describe(
      'How content is generated: stream, or ticket for a job that is polled (default for titles). ' +
        'as-is: use the text of a topic or Markdown unchanged (default for both).',
    ),
  proLayout: z.boolean().optional().describe('True: richer layouts from a pro-layout task.'),
  template: templateChoice
    .optional()
    .describe('Template by id and type, or by filters and rank (default: the first template that fits the task).'),
  formats: z
    .array(z.enum(formatNames).transform((name) => formatNamed(name)!))
    .min(1)
    .max(deliveryFormats.length)
    .refine((formats) => new Set(formats).size === formats.length, 'formats contains a format twice')
    .optional()
    .describe('File formats, exported one after the other (default: workflow.exportFormats).'),
  edit: z.boolean().optional().describe('False: the slides of a PPTX are images. Default true: editable text.'),
  zip: z.boolean().optional().describe('True: deliver the images of PNG and JPEG as one zip file.'),
  settings: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Overrides the section `workflow` of temporal.yaml for this deck, with the same field names.'),
};

const single = z.strictObject(fields);

/**
 * Input of the workflow `presentation`: one JSON object, from any client and from the Temporal UI's start form.
 * Defaults come from temporal.yaml of the worker. Everything that the service's specification forbids is rejected here,
 * before anything is created.
 */
export const presentationInput = single.superRefine((input, context) => {
  for (const { path, message } of contradictions(input)) context.addIssue({ code: 'custom', path, message });
});

/** Combinations that the specification forbids or that contradict each other. */
function contradictions(input: z.output<typeof single>): { path: string[]; message: string }[] {
  const { title, document, topic, markdown, facts, kind, audience, remember, slides } = input;
  const { from: given, provider, options, content, proLayout, template } = input;
  const found: { path: string[]; message: string }[] = [];
  const refuse = (field: string, message: string) => found.push({ path: [field], message });
  const sources = Object.entries({ document, topic, markdown }).filter(([, value]) => value !== undefined);
  const source = sources[0]?.[0];
  if (sources.length > 1) refuse(sources[1]![0], `a deck has one source; ${source} is already given`);
  if (title === undefined && source === undefined && given?.designId === undefined) {
    refuse('title', 'title is missing');
  }
  for (const [field, value] of Object.entries({ facts, kind, audience, remember })) {
    if (value !== undefined && (source !== undefined || given !== undefined)) {
      refuse(field, `requires a title as the source, not ${source ?? 'from'}`);
    }
  }
  if (given !== undefined && source !== undefined)
    refuse('from', `cannot be combined with ${source}, which creates a new task`);
  if (provider === 'alternative') {
    if (source !== undefined) refuse('provider', `the alternative provider supports titles only, not a ${source}`);
    if (content !== undefined) refuse('content', 'cannot be combined with the alternative provider');
    if (given?.ticket !== undefined) refuse('from', 'ticket requires the default provider');
  }
  if (content === 'as-is' && source !== 'topic' && source !== 'markdown') {
    refuse('content', 'as-is requires a topic or markdown as the source');
  }
  if (document !== undefined && content !== undefined) {
    refuse('content', 'cannot be combined with a document; use document.treatment instead');
  }
  if (slides !== undefined && source !== 'document' && source !== 'markdown') {
    refuse('slides', 'requires a document or markdown as the source');
  }
  if (slides !== undefined && document?.treatment === 'expand') {
    refuse('slides', 'cannot be combined with the treatment expand');
  }
  if (slides !== undefined && content !== undefined && content !== 'as-is') {
    refuse('slides', 'cannot be combined with generated content');
  }
  if (options !== undefined && (given !== undefined || Object.keys(options).length === 0)) {
    refuse(
      'options',
      given === undefined ? 'must not be empty' : 'cannot be combined with from, because the task already exists',
    );
  }
  if (given?.designId !== undefined) {
    for (const [field, value] of Object.entries({ provider, content, proLayout, template })) {
      if (value !== undefined) refuse(field, 'cannot be combined with from.designId, which leaves only exports to do');
    }
  }
  return found;
}

/** The input as a caller writes it. */
export type PresentationInput = z.input<typeof presentationInput>;
declare const checked: unique symbol;
/** An input that {@link presentationInput} has validated. */
export type CheckedInput = PresentationInput & { readonly [checked]: true };
export type WorkflowSettings = z.output<typeof workflowSettings>;
export type TemplateChoice = z.output<typeof templateChoice>;

/** The source of a deck. */
export type DeckSource =
  | { kind: 'title' }
  | { kind: 'document'; from: { path: string } | { url: string } | { file: StoredFile }; treatment: Treatment }
  | { kind: 'topic'; topic: ServiceId }
  | { kind: 'markdown'; document: Document };

/** Wire values of the service profile for this deck. */
export interface WireValues {
  taskType: number;
  /** `sub_type` of an imported document. */
  treatment?: number;
  /** `layout_type` of a design with pro layout. */
  proLayout: number;
  /** `order` of the design list. */
  newestCreated: number;
  formats: Record<DeliveryFormat, string>;
}

/** The input merged with the settings, which the workflow runs by; recorded once at the start of its history. */
export interface PresentationPlan {
  uid: string;
  channel: string;
  request: string;
  startedBy?: string;
  /** The given title, or a placeholder until the source provides one. */
  title: string;
  /** Whether the title was given. Only a given title is sent with a document, topic or text. */
  titled: boolean;
  name: string;
  /** The id in the name of the deck's directory. */
  folderId: string;
  source: DeckSource;
  provider: 'default' | 'alternative';
  options?: Partial<Record<OptionGroup, number | string>>;
  content: 'stream' | 'ticket' | 'as-is';
  proLayout: boolean;
  template?: TemplateChoice;
  formats: DeliveryFormat[];
  edit: boolean;
  zip: boolean;
  from?: { taskId?: ServiceId; ticket?: string; designId?: ServiceId };
  wire: WireValues;
  settings: WorkflowSettings;
  /** Event types that receivers subscribe to; absent if there are none. */
  notices?: NoticeKind[];
  /** URL of the review page without a signature; absent if there is no review page. */
  reviewUrl?: string;
  /** Facts that answer the prompts of a frame. */
  facts?: Document;
  /** What the person answered about a deck from a title; absent without answers. */
  brief?: Brief;
  /** Names of the scripts in title and given text that cannot be drawn; absent if there are none. */
  scripts?: string[];
  /** Number of open prompts in given Markdown; absent if there are none. */
  prompts?: number;
  /** About this many slides are made of the source; absent if it is not condensed. */
  slides?: number;
  /** Sentences about the parts of a given text that are not on the slides; absent if there are none. */
  leftOut?: string[];
}
