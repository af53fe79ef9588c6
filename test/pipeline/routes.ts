import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PresentationInput } from '../../src/decks/input/input';
import { docx, heading, paragraph } from '../import/docx';
import type { DeckHandle, Pipeline } from './pipeline';

export const MARKDOWN = `# Tea at work

## Why tea

### A pause that helps

#### It is short

Five minutes are enough to come back with a clear head.

#### It is shared

Colleagues talk about what does not fit into a meeting.

## How to begin

### A corner with a kettle

#### One shelf

Two sorts of tea and clean cups are all that is needed.
`;

/** Text of an edit: for a title it is an outline, for the others outline plus content. */
export const EDITED = MARKDOWN.replace('A corner with a kettle', 'A corner of one’s own');

export interface Route {
  input: Partial<PresentationInput>;
  /** The source has its own text: read once, never regenerated. */
  ownWords?: true;
  /** What the way to the content costs, by endpoint, in a run without failures. */
  paid: Record<string, number>;
}

/** Every way from a source to content. */
export const routes: Record<string, Route> = {
  'title, by ticket': {
    input: { title: 'Tea at work', content: 'ticket' },
    paid: { createTask: 1, streamOutline: 1, startContent: 1 },
  },
  'title, streamed': {
    input: { title: 'Tea at work', content: 'stream' },
    paid: { createTask: 1, streamOutline: 1, streamContent: 1 },
  },
  'title, alternative provider': {
    input: { title: 'Tea at work', provider: 'alternative' },
    paid: { createTask: 1, streamAlternativeOutline: 1, readAlternativeContent: 1 },
  },
  document: {
    input: { document: { path: 'report.docx' } },
    ownWords: true,
    paid: { createTask: 1, streamWordContent: 1 },
  },
  'preset topic': { input: { topic: 102 }, ownWords: true, paid: { createTask: 1 } },
  'preset topic, generated further': {
    input: { topic: 102, content: 'stream' },
    paid: { createTask: 1, streamContent: 1 },
  },
  'pasted Markdown': { input: { markdown: MARKDOWN }, ownWords: true, paid: { createTask: 1 } },
};

/** The folder that workers read documents from, with one document in it. */
export function inboxWithReport(directory: string): string {
  mkdirSync(directory, { recursive: true });
  const report = docx(
    heading(1, 'Annual report'),
    heading(2, 'Results'),
    paragraph('Sales grew by a tenth, mostly in the north.'),
    heading(2, 'Outlook'),
    paragraph('Two more shops open in the spring.'),
  );
  writeFileSync(join(directory, 'report.docx'), report);
  return directory;
}

type Outcome = 'delivered' | 'rejected';

export interface GateCase {
  /** Row of docs/routes.md where it differs from the key, which names recorded histories. */
  row?: string;
  gates: { review?: object; contentReview?: object };
  /** What people do, in order, each when a review waits. */
  decide: ((handle: DeckHandle, pipeline: Pipeline) => Promise<void>)[];
  outcome: Outcome;
  /** Only for sources without words of their own. */
  generatedOnly?: true;
}

const review = (handle: DeckHandle, message: object) => handle.executeUpdate('review', { args: [message] });

/** Decides about the revision that waits at the gate. */
const at =
  (gate: 'outline' | 'content', decision: object) =>
  async (handle: DeckHandle, pipeline: Pipeline): Promise<void> => {
    const waits = await pipeline.until(handle, (progress) => progress.review?.gate === gate);
    await review(handle, { revision: waits.outline!.revision, reviewer: 'ada', ...decision });
  };

const off = { mode: 'off' };
const required = { mode: 'required' };
const soon = { mode: 'auto-approve', autoApproveAfter: '100ms', reminders: [] };
const approve = { decision: 'approve' };
const edit = { decision: 'edit', outline: EDITED };
const tree = {
  decision: 'edit',
  outline: {
    value: 'Tea at work',
    children: [{ value: 'Why', children: [{ value: 'A page', children: [{ value: 'A point' }] }] }],
  },
};

/** Every decision at every gate. */
export const gateCases: Record<string, GateCase> = {
  'no gate': { gates: { review: off, contentReview: off }, decide: [], outcome: 'delivered' },
  'outline approved': { gates: { review: required }, decide: [at('outline', approve)], outcome: 'delivered' },
  'outline edited': {
    gates: { review: required },
    decide: [at('outline', edit), at('outline', approve)],
    outcome: 'delivered',
  },
  'outline edited as a tree, then restored': {
    gates: { review: required },
    decide: [at('outline', tree), at('outline', { decision: 'edit', restore: 1 }), at('outline', approve)],
    outcome: 'delivered',
  },
  'outline made again': {
    row: 'outline regenerated',
    gates: { review: required },
    decide: [at('outline', { decision: 'regenerate', comment: 'too dry' }), at('outline', approve)],
    outcome: 'delivered',
    generatedOnly: true,
  },
  'outline rejected': {
    gates: { review: required },
    decide: [at('outline', { decision: 'reject', comment: 'no' })],
    outcome: 'rejected',
  },
  'outline approved by rule': {
    row: 'outline auto-approved',
    gates: { review: soon },
    decide: [],
    outcome: 'delivered',
  },
  'outline rejected at the deadline': {
    gates: { review: { ...required, deadline: '100ms', onDeadline: 'reject' } },
    decide: [],
    outcome: 'rejected',
  },
  'content approved': {
    gates: { review: off, contentReview: required },
    decide: [at('content', approve)],
    outcome: 'delivered',
  },
  'content edited': {
    gates: { review: off, contentReview: required },
    decide: [at('content', edit), at('content', approve)],
    outcome: 'delivered',
  },
  'content made again': {
    row: 'content regenerated',
    gates: { review: off, contentReview: required },
    decide: [at('content', { decision: 'regenerate', comment: 'too long' }), at('content', approve)],
    outcome: 'delivered',
    generatedOnly: true,
  },
  'content rejected': {
    gates: { review: off, contentReview: required },
    decide: [at('content', { decision: 'reject' })],
    outcome: 'rejected',
  },
  'content approved by rule': {
    row: 'content auto-approved',
    gates: { review: off, contentReview: soon },
    decide: [],
    outcome: 'delivered',
  },
};
