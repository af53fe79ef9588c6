import * as the from './changes';
import { code, type Endpoint } from './service';
import { events, fenced, type StreamForm } from './texts';

/** Wire forms that carry the whole text; none is a reason to pay again. */
const wires: Record<string, StreamForm> = {
  'no event names': { name: null },
  'no event names, nameless close': { name: null, close: 'data: api-close\n\n' },
  '[DONE] instead of a close': { name: null, close: 'data: [DONE]\n\n' },
  '[DONE] before the close': { close: 'data: [DONE]\n\nevent: close\ndata: api-close\n\n' },
  'first content null': { lead: 'event: message\ndata: {"content":null}\n\n' },
  'a role first': { lead: 'event: message\ndata: {"role":"assistant"}\n\n' },
  'an empty content first': { lead: 'event: message\ndata: {"content":""}\n\n' },
  'a message with empty data': { lead: 'event: message\ndata:\n\n' },
  'usage at the end': {
    close: 'event: message\ndata: {"usage":{"tokens":9},"content":null}\n\nevent: close\ndata: api-close\n\n',
  },
  'close data quoted': { close: 'event: close\ndata: "api-close"\n\n' },
  'close data empty': { close: 'event: close\ndata:\n\n' },
  'close data as JSON': { close: 'event: close\ndata: {"content":"api-close"}\n\n' },
  'close with other words': { close: 'event: close\ndata: done\n\n' },
  'no close': { close: null },
  'open after the close': { end: 'open' },
  'no close, and open': { close: null, end: 'open' },
  'media type JSON': { type: 'application/json' },
  'media type text/plain': { type: 'text/plain; charset=utf-8' },
  'media type application/octet-stream': { type: 'application/octet-stream' },
  'no media type': { type: null },
  'comments and pings': { lead: ': hello\n\n', after: ': ping\n\nevent: ping\ndata: 1\n\n' },
  'ids and retries': { lead: 'retry: 3000\n\n', after: 'id: 7\nevent: progress\ndata: {"percent":3}\n\n' },
  'lines end with CR LF': { lineEnd: '\r\n' },
  'lines end with CR': { lineEnd: '\r' },
  'a BOM': { lead: '\ufeff' },
  'no space after the colon': { space: '' },
  'pieces of three bytes': { piece: 3 },
  'data on two lines': { data: (content) => JSON.stringify({ content }, undefined, 1) },
  'more fields': { data: (content, index) => JSON.stringify({ id: index, content, finish_reason: null }) },
  'plain text as data': { data: (content) => content.replaceAll('\n', ' ') },
  'no fence': { fence: false },
};

/** Other Markdown of the same outline. */
const texts: Record<string, (text: string, fenced: string) => string> = {
  'a preamble before the fence': (_, fenced) => `Here is your deck:\n\n${fenced}`,
  'a remark after the fence': (_, fenced) => `${fenced}\n\nTell me if you want it shorter.`,
  'a preamble without a fence': (text) => `Sure! Here is your deck:\n\n${text}`,
  'a thought before the fence': (_, fenced) => `<think>\nThe user wants\n# Tea\n## Not this\n</think>\n\n${fenced}`,
  'a thought without a fence': (text) => `<think>They want tea.</think>\n${text}`,
  'a fence of tildes': (text) => `~~~md\n${text}\n~~~`,
  'a fence that is not closed': (text) => `\`\`\`markdown\n${text}`,
  'headings underlined': (text) => text.replace(/^# (.*)$/m, '$1\n===').replace(/^## (.*)$/gm, '$1\n---'),
  'headings in bold': (text) => text.replace(/^(#+) (.*)$/gm, '$1 **$2**'),
  'headings with numbers': (text) => text.replace(/^## (.*)$/gm, '## 1. $1'),
  'no title': (text) => text.replace(/^# .*\n+/, ''),
  'points as a list': (text) => text.replace(/^#### /gm, '- '),
  'CR LF in the text': (text) => text.replaceAll('\n', '\r\n'),
};

/** How a deck gets to each stream. The rarer ones get a part of the table. */
const starts: Partial<Record<Endpoint, the.Variation>> = {
  outline: {},
  content: { input: the.stream },
  wxOutline: { input: the.alternative },
  word: { input: { document: { path: 'report.docx' } } },
};
const SAMPLE = 5;

/** The service has failed as well, and has nothing of the text. */
const forgotten = (endpoint: Endpoint) =>
  the.firstly(endpoint, 1, (answer, { user }) => {
    for (const task of user.tasks.values()) delete task[/outline/i.test(endpoint) ? 'outline' : 'full'];
    return the.formChange({ fragments: 4, close: null, end: 'cut' })(answer);
  });

/** What happens to a stream besides its form. One that was cut may be paid again once, if its text is nowhere. */
function incidents(endpoint: Endpoint): the.Variations {
  const again = { [/outline/i.test(endpoint) ? 'outline' : 'content']: 1 };
  const cut = 'outline' in again ? {} : { extra: again };
  const served = (how: StreamForm) => ({ ...the.firstly(endpoint, 1, the.formChange(how)), needs: ['tree'] as const });
  const told = (name: string, fields: object) => `event: ${name}\ndata: ${JSON.stringify(fields)}\n\n`;
  const failed = served({ fragments: 4, close: told('error', { code: 55_010, msg: '模型超时' }) });
  const filtered = told('filter', { code: 1, msg: '内容违规' });
  return {
    'cut in the middle, once': { ...served({ fragments: 4, close: null, end: 'cut' }), ...cut },
    'cut in the middle, and its text is nowhere': { ...forgotten(endpoint), extra: again },
    'ended in the middle, once': { ...served({ fragments: 4, close: null }), ...cut },
    'an error event, once': { ...failed, extra: again },
    'the whole text in an envelope': { ...the.on(endpoint, ({ text }) => code(0, 'ok', text)), needs: ['tree'] },
    'an empty envelope': textless(endpoint),
    'a busy code once': the.first(endpoint),
    'a busy code always': the.refusedAlways(endpoint),
    'HTTP 503 once': the.first(endpoint, the.html(503)),
    'a filter event': the.parks(the.form(endpoint, { fragments: 2, close: filtered }), /内容违规/),
  };
}

/** A success without a text. The outline is in the tree; whether there is content, only a person can find out. */
function textless(endpoint: Endpoint): the.Variation {
  const answered = the.on(endpoint, () => code(0, 'ok', null));
  return /outline/i.test(endpoint) ? { ...answered, needs: ['tree'] } : the.parks(answered, /must be a text/);
}

const says = (endpoint: Endpoint, change: (text: string) => string): the.Variation =>
  the.on(endpoint, ({ text = '' }) => events(change(text), { fence: false }));

function streamsOf(endpoint: Endpoint): the.Variations {
  const reads = endpoint === 'outline' ? { reads: true } : {};
  const all = {
    ...the.each(wires, (how): the.Variation => ({ ...the.form(endpoint, how), needs: ['tree'] })),
    ...the.each(texts, (change) => ({ ...says(endpoint, (text) => change(text, fenced(text))), ...reads })),
    ...incidents(endpoint),
  };
  const isSample = endpoint === 'wxOutline' || endpoint === 'word';
  const chosen = Object.entries(all).filter((_, index) => !isSample || index % SAMPLE === 0);
  return the.each(Object.fromEntries(chosen), (each) => ({ ...starts[endpoint], ...each }), `${endpoint}: `);
}

export const streams: the.Variations = Object.assign({}, ...(Object.keys(starts) as Endpoint[]).map(streamsOf));
