import type { PresentationProgress } from '../../src/core/progress';

/** What travels: payloads, most of them JSON. */
export interface Sent {
  encoding: string;
  data: string;
}

export interface Message {
  /** Handler. */
  name: string;
  /** In words, for those who read that it failed. */
  what: string;
  sent: readonly Sent[];
  /** Megabytes: not sent everywhere. */
  heavy?: true;
  /** Nothing that the handler could use. */
  shape?: true;
}

const json = (value: unknown): Sent => ({ encoding: 'json/plain', data: JSON.stringify(value) });
const text = (data: string): Sent => ({ encoding: 'json/plain', data });

/** Shapes that no handler asks for, or that hold nothing it could use. */
const anyShape: readonly (readonly [string, readonly Sent[]])[] = [
  ['nothing', []],
  ['null', [json(null)]],
  ['a word', [json('approve')]],
  ['a number', [json(17)]],
  ['a list', [json([{ revision: 1, decision: 'approve' }])]],
  ['an empty object', [json({})]],
  ['two arguments', [json({}), json({ by: 'me' })]],
  ['fields of other kinds', [json({ revision: '1', decision: 4, action: [], window: 'x', by: {}, comment: 7 })]],
  ['a prototype', [text('{"__proto__":{"decision":"approve"},"constructor":1,"toString":2,"revision":1}')]],
  ['a deep list', [text(`${'['.repeat(3000)}${']'.repeat(3000)}`)]],
  ['JSON that is broken', [text('{"revision":')]],
  ['an encoding that no one knows', [{ encoding: 'binary/strange', data: 'x' }]],
  ['a null payload', [{ encoding: 'binary/null', data: '' }]],
  ['bytes', [{ encoding: 'binary/plain', data: '\u0000\u0001' }]],
];

const TREE = { value: 'A title', children: [{ value: 'A chapter', children: [{ value: 'A page' }] }] };
const WIDE = `{"value":"x","children":[${'0,'.repeat(899_999)}0]}`;
const DEEP = `${'{"value":"x","children":['.repeat(1500)}{"value":"x"}${']}'.repeat(1500)}`;

/** What people decide about a text; `revision` is the current one. */
function reviews(revision: number): readonly (readonly [string, unknown])[] {
  return [
    ['approve', { revision, decision: 'approve', reviewer: 'ada', comment: 'fine' }],
    ['approve with a template', { revision, decision: 'approve', template: { id: 7, type: 1 } }],
    ['approve with an invalid template', { revision, decision: 'approve', template: { id: '7' } }],
    ['approve, too late', { revision: revision - 1, decision: 'approve' }],
    ['approve, too early', { revision: revision + 1, decision: 'approve' }],
    ['approve half a revision', { revision: 1.5, decision: 'approve' }],
    ['reject', { revision, decision: 'reject', comment: 'x'.repeat(5000) }],
    ['reject, too late', { revision: revision - 1, decision: 'reject' }],
    ['regenerate', { revision, decision: 'regenerate', comment: 'shorter' }],
    [
      'edit with Markdown',
      { revision, decision: 'edit', outline: '# A title\n\n## A chapter\n\n### A page\n\n- A point' },
    ],
    ['edit with a tree', { revision, decision: 'edit', outline: TREE }],
    ['edit with an address', { revision, decision: 'edit', outline: { uri: 'document:x', sha256: 'x' } }],
    ['edit with an address elsewhere', { revision, decision: 'edit', outline: { uri: 'file:///x', sha256: 'x' } }],
    ['edit without a title', { revision, decision: 'edit', outline: '## only a chapter' }],
    ['edit with nothing', { revision, decision: 'edit' }],
    ['edit with a leaf', { revision, decision: 'edit', outline: { value: 'x', children: null } }],
    ['edit with invalid children', { revision, decision: 'edit', outline: { value: 'x', children: { length: 9 } } }],
    ['restore the first', { revision, decision: 'edit', restore: 1 }],
    ['restore the current', { revision, decision: 'edit', restore: revision }],
    ['restore what never was', { revision, decision: 'edit', restore: 99 }],
    ['restore and edit', { revision, decision: 'edit', restore: 1, outline: TREE }],
  ];
}

const resolutions: readonly (readonly [string, unknown])[] = [
  ['retry', { action: 'retry', by: 'ada' }],
  ['retry with more calls', { action: 'retry', paidCalls: 5 }],
  ['retry with invalid paid calls', { action: 'retry', paidCalls: -1 }],
  ['skip', { action: 'skip' }],
  ['abandon', { action: 'abandon', by: 'ada', comment: 'no use' }],
  ['provide a task', { action: 'provide', taskId: 7 }],
  ['provide a design', { action: 'provide', designId: 7 }],
  ['provide a ticket', { action: 'provide', ticket: 'ticket-7' }],
  ['provide an export', { action: 'provide', taskKey: 'key-7' }],
  ['provide all', { action: 'provide', taskId: 7, designId: 8, ticket: 't', taskKey: 'k' }],
  ['provide nothing', { action: 'provide' }],
  ['provide invalid IDs', { action: 'provide', taskId: 'x', designId: -1, ticket: 9, taskKey: 'a b' }],
];

const windows: readonly (readonly [string, unknown])[] = [
  ['5', { window: 5 }],
  ['0', { window: 0 }],
  ['10^9', { window: 1e9 }],
];
const who: readonly (readonly [string, unknown])[] = [['by someone', { by: 'me', comment: 'over the weekend' }]];
const switched: readonly (readonly [string, unknown])[] = [
  ['true', { cancelRunning: true }],
  ['false', { cancelRunning: false }],
];

/** Every message for a handler of that name; one that is not known here still gets every shape. */
export function messagesFor(name: string, progress: Partial<PresentationProgress> | undefined): readonly Message[] {
  const known: Record<string, readonly (readonly [string, unknown])[]> = {
    review: reviews(progress?.outline?.revision ?? 1),
    approveOutline: [
      ['by someone', { revision: progress?.outline?.revision ?? 1, reviewer: 'ada' }],
      ['without a revision', { reviewer: 'ada' }],
      ['with a template', { revision: progress?.outline?.revision ?? 1, template: { id: 7, type: 1 } }],
      ['with another decision', { decision: 'reject', revision: 9 }],
    ],
    resolve: resolutions,
    pause: who,
    resume: who,
    setWindow: windows,
    cancelRunning: switched,
  };
  const fitting = (known[name] ?? []).map(([what, value]): Message => ({ name, what, sent: [json(value)] }));
  const shapes = anyShape.map(([what, sent]): Message => ({ name, what, sent, shape: true }));
  return [...fitting, ...shapes, ...(name.startsWith('review') ? heavy(name, progress?.outline?.revision ?? 1) : [])];
}

function heavy(name: string, revision: number): readonly Message[] {
  const edit = (outline: string) => [text(`{"revision":${revision},"decision":"edit","outline":${outline}}`)];
  return [
    { name, what: 'edit with 900,000 children', sent: edit(WIDE), heavy: true },
    { name, what: 'edit with a tree 1,500 deep', sent: edit(DEEP), heavy: true },
    {
      name,
      what: 'a comment of a megabyte',
      heavy: true,
      sent: [json({ revision, decision: 'x', comment: '\u0001'.repeat(2 ** 18) })],
    },
  ];
}

/** Handlers that no workflow has. */
export const unknownSignals: readonly Message[] = ['nobodysSignal', '__temporal_nothing'].flatMap((name) =>
  anyShape.slice(0, 6).map(([what, sent]) => ({ name, what, sent, shape: true })),
);
export const unknownUpdates: readonly Message[] = [{ name: 'nobodysUpdate', what: 'nothing', sent: [] }];
