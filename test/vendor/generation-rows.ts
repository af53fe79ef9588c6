import * as the from './changes';
import { type Answer, code, type Fields } from './service';

const { http, html, busy } = the;

export const task: the.Variations = {
  ...the.nullOrMissing('task', 'api_key', 'title', 'type', 'created_at'),
  ...the.idsOf('task'),
  'only an id': the.data('task', ({ id }) => ({ id })),
  'type as text': the.put('task', { type: '1' }),
  'created_at as a number': the.put('task', { created_at: 1_800_000_000 }),
  ...the.illegible('task', [{ id: null }, null, [], '', { no: 'a' }, { id: 'a-b' }, { id: true }, { id: 0 }]),
  'HTML after it was created': the.parks(the.lost('task', html(200)), /HTML/),
  'a busy code once': the.first('task'),
  'a busy code always': the.refusedAlways('task'),
  'HTTP 422 with words': the.parks(the.always('task', { ...busy, status: 422 }), the.WORDS),
  'HTTP 500 before it is created': { ...the.first('task', http(500)), duplicate: true },
  ...the.each(the.losses, (answer) => the.duplicated('task', the.lost('task', answer)), '', ' after it was created'),
};

const running = (answer: Answer, times = 2) => the.first('check', answer, times);
const checked = (status: unknown, content: unknown = '') => code(0, '', { status, content });
const statuses = (...all: unknown[]): the.Variation =>
  the.before('check', ({ nth }) => (nth <= all.length ? checked(all[nth - 1]) : undefined));
const stays = (status: unknown, sentence: RegExp) => the.parks(the.always('check', checked(status)), sentence);
const content = (change: (text: string) => string): the.Variation =>
  the.data('check', (job) => (job.content ? { ...job, content: change(job.content) } : job));
const started = (answer: Answer) => the.duplicated('content', the.lost('ticket', answer));
const seen = [
  [0, 0],
  [3, 3],
  [4, 4],
  [10],
  [99],
  [-1, -1],
  [0, 1],
  [3, 4, 5],
  ['1'],
  ['0'],
  ['pending'],
  [1.5],
  [true],
];

export const check: the.Variations = {
  ...the.eachOf(seen, (all) => statuses(...all), 'status '),
  'status stays 5': stays(5, /status.{0,20}\b5\b/i),
  'status stays -1': stays(-1, /status.{0,20}-1\b/i),
  'status stays 1': stays(1, /./),
  'status stays "failed"': stays('failed', /failed/),
  'status stays null': stays(null, /./),
  'status 2 as text': the.put('check', { status: '2' }),
  'succeeded without content at first': statuses(2, 2),
  'succeeded with content null at first': running(checked(2, null)),
  'succeeded with blank content at first': running(checked(2, ' \n')),
  'succeeded without content for good': stays(2, /./),
  'no content while running': running(code(0, '', { status: 1 })),
  'content null while running': running(checked(1, null)),
  'part of the content while running': running(checked(1, '# Tea')),
  'data null while running': running(code(0, 'generating', null)),
  'data [] while running': running(code(0, 'generating', [])),
  'data {} while running': running(code(0, 'generating', {})),
  'data "" while running': running(code(0, 'generating', '')),
  'no data while running': running({ json: { code: 0, msg: 'generating' } }),
  'a code while running': running(code(20_002, '生成中')),
  'a queue code while running': running(code(20_003, '排队中')),
  'a code with HTTP 202 while running': running({ ...code(20_002, '生成中'), status: 202 }),
  'HTTP 404 at first': the.either(running(http(404), 1), /404.*--retry/s),
  'HTTP 500 at first': running(http(500), 1),
  'a code for good': the.parks(the.always('check'), the.WORDS_AND_CODE),
  'the ticket is unknown': the.parks(the.always('check', code(12_102, 'ticket 不存在')), /不存在.*--retry/s),
  'the result is shown once': the.refuses('check', ({ nth }) => nth > 2, code(61_005, 'gone')),
  'no fence': content((text) => text.replace(/```(markdown)?\n?/g, '')),
  'a preamble before the fence': content((text) => `Here you are:\n\n${text}`),
  'a thought before the fence': content((text) => `<think>\n# No\n</think>\n\n${text}`),
  'ticket a number': { ids: { ticket: the.idForms['16 digits']! } },
  'ticket a number above 2^53': { ids: { ticket: the.idForms['a number above 2^53']! } },
  'ticket with signs': { ids: { ticket: (id) => `a+b/c=&${id}` } },
  'ticket of 400 characters': { ids: { ticket: (id) => `${'t'.repeat(400)}.${id}` } },
  'ticket in an object': the.either(the.data('ticket', (ticket) => ({ ticket }))),
  ...the.illegible('ticket', [null, '', []]),
  'a busy code at the start, once': the.first('ticket'),
  'a busy code at the start, always': the.refusedAlways('ticket'),
  'HTTP 500 after the job was started': started(http(500)),
  'a reset after the job was started': started(the.reset),
};

const bare = ({ children: _, ...root }: Fields) => ({ ...root, children: [] });
const leaves = (change: (node: the.Data) => Fields) =>
  the.nodes((node) => (node.children.length === 0 ? change(node) : node));
const typed = (type: string, fields: Fields) =>
  the.nodes((node) => (node.type === type ? { ...node, ...fields } : node));
const first = (change: (root: the.Data) => unknown) => the.firstly('tree', 2, the.dataChange(change));
const fields = the.named(['id', 'parentId', 'depth', 'sort', 'direction', 'expanded', 'showTip', 'type']);

export const tree: the.Variations = {
  ...the.idsOf('node'),
  ...the.each(fields, (name) => the.nodes((node) => ({ ...node, [name]: null })), '', ' null'),
  ...the.each(fields, (name) => the.nodes((node) => the.without(node, name)), 'no '),
  'only value and children': the.nodes(({ value, children }) => ({ value, children })),
  'leaves without children': leaves((node) => the.without(node, 'children')),
  'leaves with children null': leaves((node) => ({ ...node, children: null })),
  'optional fields null': the.nodes((node) => ({ ...node, index: null, pageIndex: null, lastLevel: null })),
  'numbers as text': the.nodes((node) => ({ ...node, depth: String(node.depth), sort: String(node.sort) })),
  'booleans as numbers': the.nodes((node) => ({ ...node, expanded: 1, showTip: 0, lastLevel: 0 })),
  'more fields': the.nodes((node) => ({ ...node, notes: null, style: { a: [1] } })),
  'chapters of type catalog': typed('section', { type: 'catalog' }),
  'every type in capitals': the.nodes((node) => ({ ...node, type: String(node.type).toUpperCase() })),
  'an ending without text': typed('ending', { value: '' }),
  'an ending with text null': typed('ending', { value: null }),
  'a catalog without text': the.data('tree', (root) => {
    const catalog = { ...root.children[0], type: 'catalog', value: '', children: [] };
    return { ...root, children: [catalog, ...root.children] };
  }),
  'only the root at first': first(bare),
  'data null at first': first(() => null),
  'data [] at first': first(() => []),
  'a code at first': the.first('tree', busy, 2),
  'HTTP 500 at first': the.first('tree', http(500), 2),
  'HTTP 404 at first': the.either(the.first('tree', http(404)), /404.*--retry/s),
  'only the root for good': the.parks(the.data('tree', bare), /tree/),
  'only the root until a retry': { ...the.firstly('tree', 14, the.dataChange(bare)), retries: 14 },
  'a code for good': the.refusedAlways('tree'),
};

export const edit: the.Variations = the.each(
  {
    ...the.eachOf([1, '3', null, [], true, { id: 3 }, 'saved'], (answer) => the.whole('edit', answer), 'answer '),
    'no data': the.envelope('edit', (json) => the.without(json, 'data')),
    'a busy code once': the.first('edit'),
    'HTTP 500 once': the.first('edit', http(500)),
    'HTTP 500 after it was saved': the.lost('edit', http(500)),
    'a busy code always': the.refusedAlways('edit'),
  },
  (variation) => ({ edits: true, ...variation }),
);

const { alternative } = the;
const options = { title: 'Tea', options: { page: 'short' } };
const grouped = (change: (group: the.Data) => Fields) => ({
  input: options,
  ...the.data('options', (groups) => groups.map(change)),
});
const named = ({ id, name }: Fields) => ({ id: String(id), name });
const layout = { title: 'Tea', proLayout: true };
const topic = { topic: 31 };
const written = (change: (text: string) => unknown) => ({ input: alternative, ...the.data('wxContent', change) });

export const others: the.Variations = {
  'the plain service': {},
  'outline, slow head': the.slow('outline'),
  'content stream, slow head': { input: the.stream, ...the.slow('content') },
  'alternative provider': { input: alternative },
  'alternative, slow head': { input: alternative, ...the.slow('wxContent') },
  'alternative, no fence': written((text) => text.replace(/```(markdown)?\n?/g, '')),
  'alternative, a preamble': written((text) => `Here you are:\n\n${text}`),
  'alternative, content in an object': the.either(written((text) => ({ content: text }))),
  // Nothing says whether there is content, so a person decides about paying again.
  'alternative, data null': the.parks(
    written(() => null),
    /must be a text/,
  ),
  'alternative, a busy code once': { input: alternative, ...the.first('wxContent') },
  'alternative, as a stream': {
    input: alternative,
    ...the.on('wxContent', ({ json }) => ({ text: String(json?.data) })),
  },
  document: { input: { document: { path: 'report.docx' } } },
  'finished Markdown': { input: { markdown: '# Tea\n\n## Why\n\n### A page\n\n#### A point\n\nText.\n' } },
  'preset topic': { input: topic },
  'preset topic, only its text': {
    input: topic,
    ...the.data('topic', ({ content: text }) => ({ title: 'Tea', content: text })),
  },
  'preset topic, nulls and text ids': { input: topic, ...the.put('topic', { source: null, id: '31' }) },
  'preset topic, without a title': { input: topic, ...the.put('topic', { title: null }) },
  options: { input: options },
  'options with few fields': grouped(({ id, key, children }) => ({ id, key, children: children.map(named) })),
  'options with nulls': grouped((group) => ({
    ...group,
    is_c: null,
    is_beta: null,
    is_default: null,
    parent_id: null,
  })),
  'pro layout': { input: layout },
  ...the.each(the.idsOf('layout', { input: layout }), (variation) => variation, 'pro layout, '),
  'pro layout, id null': the.parks({ input: layout, ...the.whole('layout', { id: null }) }, /./),
};
