import { z } from 'zod';
import type { PlannedSettings, workflowSettings } from '../config/workflow-settings';
import { fitsId, LONGEST_KEY } from '../core/deck-id';
import type { Document, StoredFile } from '../core/document';
import { type DeliveryFormat, deliveryFormats } from '../core/formats';
import type { NoticeKind } from '../core/notices';
import { unprintableFault } from '../text/unprintable';
/** Keys of the advanced option groups (specification, "Advanced option node"). */
export const optionGroups = ['page', 'group', 'scene', 'tone', 'language'] as const;
export type OptionGroup = (typeof optionGroups)[number];

/** What is made of an imported document: its words kept, written out, or polished. */
export const treatments = ['keep', 'expand', 'polish'] as const;
export type Treatment = (typeof treatments)[number];

export const TITLE_LIMIT = 200;
/** Pasted Markdown travels inside the input up to this length; a longer one by its address in the document store. */
export const MARKDOWN_LIMIT = 100_000;

/** One line of text as people type it: trimmed, 1 to `most` characters, no control characters. */
function line(what: string, most: number) {
  return z
    .string(`${what} must be text`)
    .trim()
    .min(1, `${what} is empty`)
    .max(most, `${what} is longer than ${most} characters`)
    .refine(
      (text) => !/[\t\n\r]/.test(text) && unprintableFault(text, what) === undefined,
      `${what} contains control characters or line breaks`,
    );
}

/** `uid`, `channel` and `request` make up the workflow id, which the Temporal UI shows and the output folder repeats. */
const key = (what: string) =>
  line(what, LONGEST_KEY).regex(/^[\p{L}\p{N}._@+=-]+$/u, `${what} may hold letters, digits and . _ @ + = - only`);

const id = (what: string) => z.int(`${what} must be a whole number`).positive(`${what} must be a positive number`);

/** What every document says of itself. */
export const documentFacts = {
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'sha256 must be 64 hexadecimal digits'),
  bytes: z.int().nonnegative(),
};
const stored = {
  uri: z.string().regex(/^document:[0-9a-f]{64}$/, 'uri must be "document:" and the SHA-256'),
  ...documentFacts,
};

/** A text in the document store, by its address. */
export const storedText = z.strictObject({ ...stored, preview: z.string().max(2000).optional() });

const documentSource = z
  .strictObject({
    path: z.string().min(1).max(1000).optional().describe('File on the worker, inside the folder documents.inbox.'),
    url: z.url('url must be an address').optional().describe('Address that the worker fetches the file from.'),
    file: z
      .strictObject({ ...stored, name: line('name', 200) })
      .optional()
      .describe('A file in the document store, as `deck start --document` leaves it there.'),
    treatment: z
      .enum(treatments)
      .optional()
      .describe('keep its words (the default), expand what is short, or polish the wording.'),
  })
  .refine(
    ({ path, url, file }) => [path, url, file].filter((from) => from !== undefined).length === 1,
    'document needs exactly one of path, url and file',
  );

const markdownSource = z.union(
  [z.string().trim().min(1).max(MARKDOWN_LIMIT), storedText],
  `markdown must be text of 1 to ${MARKDOWN_LIMIT} characters, or the address of a stored text`,
);

const optionChoice = z.union([z.int().positive(), line('an option', 100)], 'an option is its id or its name');

const filterChoice = (what: string) => z.union([z.int().positive(), line(what, 100)]).optional();

const templateChoice = z
  .strictObject({
    id: id('template.id').optional().describe('A certain suit; needs `type` as well.'),
    type: z.literal([1, 2], 'template.type must be 1 (system) or 2 (enterprise)').optional(),
    colour: filterChoice('colour').describe('Id, or name in any of the languages that the service offers.'),
    style: filterChoice('style'),
    scene: filterChoice('scene'),
    enterprise: z.boolean().optional().describe("True: from the integrator's own suits."),
    rank: z.int().min(1).max(10_000).optional().describe('Which one of those that fit, 1 being the first.'),
  })
  .superRefine((template, context) => {
    const { id: suit, type, colour, style, scene, enterprise, rank } = template;
    const refuse = (message: string) => context.addIssue({ code: 'custom', message });
    if ((suit === undefined) !== (type === undefined)) refuse('id and type are needed together');
    const filters = [colour, style, scene].some((filter) => filter !== undefined);
    if (suit !== undefined && (filters || enterprise !== undefined || rank !== undefined)) {
      refuse('a template by id takes no colour, style, scene, enterprise or rank');
    }
    if (enterprise && filters) refuse('enterprise suits cannot be searched by colour, style or scene');
  });

const from = z
  .strictObject({
    taskId: id('from.taskId').optional().describe('A task that exists: its outline is read instead of generated.'),
    ticket: z.string().min(1).max(200).optional().describe('A content job that runs; needs taskId.'),
    designId: id('from.designId').optional().describe('A design that exists: only exports are left to do.'),
  })
  .superRefine(({ taskId, ticket, designId }, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message });
    if (taskId === undefined && designId === undefined) refuse('from needs taskId or designId');
    if (ticket !== undefined && taskId === undefined) refuse('ticket needs the taskId that it belongs to');
    if (ticket !== undefined && designId !== undefined) refuse('with a designId there is no content left to wait for');
  });

/**
 * Input of the workflow `presentation`: one JSON object, from any client and from the Temporal UI's start form.
 * Whatever is left out comes from temporal.yaml of the worker. What the service's specification forbids is refused
 * here, before anything is created.
 */
export const presentationInput = z
  .strictObject({
    uid: key('uid').describe("The integrator's own name of the user whose deck this is."),
    request: key('request').describe(
      'Key of the request; the same uid, channel and request are one deck, however often started.',
    ),
    channel: z
      .string('channel must be text')
      .trim()
      .max(100, 'channel is longer than 100 characters')
      .refine(fitsId, 'channel is too long as part of an id')
      .optional()
      .describe('Optional channel of the user: the same uid in another channel is another user.'),
    title: line('title', TITLE_LIMIT)
      .optional()
      .describe('What the deck is about; may be left out where a document, topic, Markdown or design brings one.'),
    document: documentSource.optional().describe('A .docx that the deck is made from.'),
    topic: id('topic').optional().describe('A preset topic that the deck is made from, by its id.'),
    markdown: markdownSource.optional().describe('A finished text that the deck is made from: Markdown with headings.'),
    from: from.optional().describe('Goes on from what exists at the service already.'),
    name: line('name', 200).optional().describe('Name of the design and of the file; the title when left out.'),
    provider: z
      .enum(['default', 'alternative'])
      .optional()
      .describe('Who generates outline and content; the alternative provider takes titles only.'),
    options: z
      .partialRecord(z.enum(optionGroups), optionChoice)
      .optional()
      .describe('Advanced options by group: page, group (audience), scene, tone, language; each by id or name.'),
    content: z
      .enum(['stream', 'ticket', 'as-is'])
      .optional()
      .describe(
        'How content is generated: streamed, or as a job that is polled by its ticket (the default for titles). ' +
          'as-is: a topic or Markdown is used in its own words (their default).',
      ),
    proLayout: z.boolean().optional().describe('True: richer layouts, made by a pro-layout task.'),
    template: templateChoice
      .optional()
      .describe('A suit by id and type, or by filters and rank; left out, the first suit that fits the task.'),
    formats: z
      .array(z.enum(deliveryFormats))
      .min(1)
      .max(deliveryFormats.length)
      .refine((formats) => new Set(formats).size === formats.length, 'formats names a format twice')
      .optional()
      .describe('File formats, exported one after the other.'),
    edit: z.boolean().optional().describe('False: the pages of a PPTX are pictures. Default true: editable text.'),
    zip: z.boolean().optional().describe('True: pages that are pictures come as one zip file.'),
    settings: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Overrides of the section `workflow` of temporal.yaml for this deck, in the words of that file.'),
  })
  .superRefine((input, context) => {
    for (const { path, message } of contradictions(input)) context.addIssue({ code: 'custom', path, message });
  });

/** What the specification forbids, or what cannot be meant. */
function contradictions(input: Contents): { path: string[]; message: string }[] {
  const { title, document, topic, markdown, from: given, provider, options, content, proLayout, template } = input;
  const found: { path: string[]; message: string }[] = [];
  const refuse = (field: string, message: string) => found.push({ path: [field], message });
  const sources = Object.entries({ document, topic, markdown }).filter(([, value]) => value !== undefined);
  const source = sources[0]?.[0];
  if (sources.length > 1) refuse(sources[1]![0], `a deck has one source, and ${source} is given as well`);
  if (title === undefined && source === undefined && given?.designId === undefined) {
    refuse('title', 'title is missing');
  }
  if (given !== undefined && source !== undefined) refuse('from', `with ${source} a new task is made`);
  if (provider === 'alternative') {
    if (source !== undefined) refuse('provider', `the alternative provider takes titles only, not a ${source}`);
    if (content !== undefined) refuse('content', 'the alternative provider has one way of its own');
    if (given?.ticket !== undefined) refuse('from', 'a ticket is of the default provider');
  }
  if (content === 'as-is' && source !== 'topic' && source !== 'markdown') {
    refuse('content', 'as-is needs a source with words of its own: a topic or markdown');
  }
  if (document !== undefined && content !== undefined) {
    refuse('content', 'the content of a document comes with its import; say document.treatment instead');
  }
  if (options !== undefined && (given !== undefined || Object.keys(options).length === 0)) {
    refuse('options', given === undefined ? 'options names no option' : 'options belong to the creation of a task');
  }
  if (given?.designId !== undefined) {
    for (const [field, value] of Object.entries({ provider, content, proLayout, template })) {
      if (value !== undefined) refuse(field, 'the design exists already: only exports are left to do');
    }
  }
  return found;
}

interface Contents {
  title?: string | undefined;
  document?: object | undefined;
  topic?: number | undefined;
  markdown?: unknown;
  from?: { taskId?: number | undefined; ticket?: string | undefined; designId?: number | undefined } | undefined;
  provider?: string | undefined;
  options?: object | undefined;
  content?: string | undefined;
  proLayout?: boolean | undefined;
  template?: object | undefined;
}

/** The input as a caller writes it. */
export type PresentationInput = z.input<typeof presentationInput>;
declare const checked: unique symbol;
/** An input that {@link presentationInput} has read; only what has read one may call it so. */
export type CheckedInput = PresentationInput & { readonly [checked]: true };
export type WorkflowSettings = z.output<typeof workflowSettings>;
export type TemplateChoice = z.output<typeof templateChoice>;

/** What a deck is made from. */
export type DeckSource =
  | { kind: 'title' }
  | { kind: 'document'; from: { path: string } | { url: string } | { file: StoredFile }; treatment: Treatment }
  | { kind: 'topic'; topic: number }
  | { kind: 'markdown'; document: Document };

/** Numbers and words of the service profile that travel for this deck. */
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

/** The input with every choice made: what the workflow works by, recorded once at the start of its history. */
export interface PresentationPlan {
  uid: string;
  channel: string;
  request: string;
  /** As given, or a name for it until the source has brought its own. */
  title: string;
  /** Whether the title was given: only then it is sent with a document, topic or text. */
  titled: boolean;
  name: string;
  source: DeckSource;
  provider: 'default' | 'alternative';
  options?: Partial<Record<OptionGroup, number | string>>;
  content: 'stream' | 'ticket' | 'as-is';
  proLayout: boolean;
  template?: TemplateChoice;
  formats: DeliveryFormat[];
  edit: boolean;
  zip: boolean;
  from?: { taskId?: number; ticket?: string; designId?: number };
  wire: WireValues;
  settings: PlannedSettings;
  /** Plans from between 0.1.0 and 0.2 have it: timers alone decide what is due. The patch `0.2` says so since. */
  dueByTimers?: true;
  /** What receivers outside of the log want to hear of; left out when there are none. */
  notices?: NoticeKind[];
  /** Where reviewers and operators find the review page, without any link's signature; absent where there is none. */
  reviewUrl?: string;
}
