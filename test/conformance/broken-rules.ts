import type { Exchange } from '../../src/client/conformance';
import type { Json } from '../service/session';

/** A rule that a service breaks. `fails` begins the titles of the checks that must find it. */
interface BrokenRule {
  broken: string;
  where(exchange: Exchange): boolean;
  change(exchange: Exchange): Exchange;
  fails: string[];
}

const at = (path: string) => (exchange: Exchange) => exchange.path.split('?', 1)[0] === path && isSuccess(exchange);
const isSuccess = ({ type, text }: Exchange) => !type.startsWith('application/json') || JSON.parse(text).code === 0;
const inCheck = (begin: string, path?: string) => (exchange: Exchange) =>
  exchange.check.startsWith(begin) && (path === undefined || exchange.path.startsWith(path));
const envelope =
  (edit: (json: Json) => Json) =>
  (exchange: Exchange): Exchange => ({
    ...exchange,
    text: JSON.stringify(edit(JSON.parse(exchange.text))),
  });
const data = (edit: (data: Json) => Json) => envelope((json) => ({ ...json, data: edit(json.data) }));
const put = (fields: object) => data((each) => ({ ...each, ...fields }));
const less = (name: string) => data(({ [name]: _, ...rest }) => rest);
const items = (edit: (item: Json) => Json) => data((page) => ({ ...page, list: page.list.map(edit) }));
const block = (fields: object) => data((page) => ({ ...page, pagination: { ...page.pagination, ...fields } }));
const words =
  (pattern: RegExp, by: string) =>
  (exchange: Exchange): Exchange => ({
    ...exchange,
    text: exchange.text.replace(pattern, by),
  });

const row = (
  broken: string,
  where: BrokenRule['where'],
  change: BrokenRule['change'],
  ...fails: string[]
): BrokenRule => ({ broken, where, change, fails });

/** A service that accepts what it must refuse. */
const accepted = (begin: string, path?: string) =>
  row(`accepts instead: ${begin}`, inCheck(begin, path), (each) => ({ ...each, ...success }), begin);
const success = { status: 200, type: 'application/json', text: '{"code":0,"data":[],"msg":"ok"}' };

const SEARCH = '/api/template_component/suit/search';
const CHAT = '/api/ai/chat';

const credentials = [
  row(
    'no msg',
    ({ check }) => check === '',
    envelope(({ msg, ...json }) => json),
    'a response has code',
  ),
  row('time_expire as text', ({ check }) => check === '', put({ time_expire: '3 days' }), 'the token grant answers'),
  row('a code for another uid', at('/api/grant/code'), put({ uid: 'x' }), 'the code grant answers'),
  row('one token for all users', at('/api/grant/token'), put({ token: '<one>' }), 'users of an integrator'),
  row('a count as an array', inCheck('the user count answers'), data(JSON.parse), 'the user count answers'),
  row(
    'a refusal without msg',
    inCheck('a failure has'),
    envelope((json) => ({ ...json, msg: '' })),
    'a failure has',
  ),
  row(
    'a refusal with code 0',
    inCheck('a failure has'),
    envelope((json) => ({ ...json, code: 0 })),
    'a failure has',
  ),
  row(
    'no slash',
    inCheck('the grant path'),
    envelope((json) => ({ ...json, code: 404 })),
    'the grant path',
  ),
  row(
    'no empty channel',
    inCheck('x-channel'),
    envelope((json) => ({ ...json, code: 1 })),
    'x-channel may be',
  ),
  ...[
    'a signature of the path without',
    'another x-timestamp',
    'a signature by another secret key',
    'a signature of another path',
    'the grants and the user count',
    'the user count takes',
    'endpoints are refused',
    'another channel or another key',
  ].map((begin) => accepted(begin)),
  accepted('a code is not a token', '/api/design/list'),
];

const reads = [
  row(
    'four option groups',
    at(`${CHAT}/senior/option`),
    data((groups) => groups.slice(1)),
    'advanced options',
    'is_c',
  ),
  row('children: []', at(`${CHAT}/senior/option`), data(withChildren({ children: [] })), 'a child option'),
  row('no default', at(`${CHAT}/senior/option`), data(withChildren({ is_default: 0 })), 'a child option'),
  row(
    'no is_c',
    at(`${CHAT}/senior/option`),
    data((all) => all.map(({ is_c, ...group }: Json) => group)),
    'is_c',
  ),
  row(
    'colors by name',
    at('/api/template_component/suit/select'),
    data((all) => ({ ...all, colour: all.colour.map((each: Json) => ({ ...each, code: 'red' })) })),
    'template filters',
  ),
  row(
    'covers with https:',
    at(SEARCH),
    items((each) => ({ ...each, cover_img: 'https://x/y' })),
    'a template is an id',
  ),
  row('page_size not obeyed', at(SEARCH), block({ page_size: 20 }), 'data contains a list'),
  row('filters not obeyed', at(SEARCH), block({ total: 50 }), 'templates are searched'),
  row(
    'a refusal without msg',
    inCheck('enterprise templates'),
    envelope((json) => ({ ...json, code: 1, msg: '' })),
    'enterprise templates',
  ),
  row('another page_size', at('/api/design/del/list'), block({ page_size: 20 }), 'the design list and the trash'),
  row('a topic without source', at(`${CHAT}/config/detail`), less('source'), 'preset topics'),
  accepted('a ticket, an export'),
];

const generation = [
  row('a time without offset', at(`${CHAT}/v2/task`), put({ created_at: '2026-01-02T03:04:05' }), 'a task has id'),
  row('another title', at(`${CHAT}/v2/task`), put({ title: 'Tea' }), 'a task has id'),
  row('another last event', at(`${CHAT}/outline`), words(/api-close/, '[DONE]'), 'the outline is an event stream'),
  row('no code fence', at(`${CHAT}/outline`), words(/`{3}(?:markdown)?(?:\\n)?/g, ''), 'the fragments make up'),
  row(
    'an outline not counted',
    inCheck('the outline is', '/api/statistic'),
    data(() => '[{"count":7}]'),
    'an outline is',
  ),
  row('a root with depth 0', at('/api/generate/data'), put({ depth: 0 }), 'the outline tree is'),
  row(
    'a root in a list',
    inCheck('the outline tree'),
    data((root) => [root]),
    'the outline tree is',
    'lastLevel',
    'an edited tree',
    'the content stream',
  ),
  row('lastLevel on the root', at('/api/generate/data'), put({ lastLevel: false }), 'lastLevel'),
  row(
    '1 for a saved outline',
    at(`${CHAT}/v2/outline/save`),
    data(() => 1),
    'an edited tree',
    'a Markdown outline',
  ),
  row('no content', at(`${CHAT}/v2/content/check`), put({ content: '' }), 'v2 content answers'),
  row('half the content', at(`${CHAT}/v2/content/check`), data(half), 'v2 content answers'),
  row(
    'content of another task',
    at(`${CHAT}/content`),
    words(/## /g, '## X'),
    'the content stream',
    'v2 content answers',
  ),
  row(
    'an id that is not in an object',
    at('/api/ai/pro/layout/add'),
    data(({ id }) => id),
    'pro layout',
  ),
  row(
    'no fence',
    at(`${CHAT}/wx/content`),
    data((text) => text.replace(/^`+/, '')),
    'the alternative provider streams',
  ),
  row('another text', at(`${CHAT}/v2/word`), words(/Caravans/g, 'Ships'), 'v2 word streams'),
  ...[
    'the tree of another task',
    'content that is neither',
    'the alternative provider refuses',
    'a task that does not exist',
  ].map((begin) => accepted(begin)),
];

const designs = [
  row('a size of one number', at('/api/design/v2/save'), put({ size: '960' }), 'design save answers'),
  row(
    'template_id alone refused',
    inCheck('a design is saved'),
    envelope((json) => ({ ...json, code: 1 })),
    'a design is saved',
  ),
  row(
    'text for user_id',
    at('/api/design/list'),
    items((each) => ({ ...each, user_id: '1' })),
    'a design in the list',
  ),
  row(
    'no files',
    ({ file }) => file !== undefined && file.names.length === 0,
    (each) => ({ ...each, file: { size: 0, names: [] } }),
    'cover_url, canvas_url',
  ),
  row('a detail without version', at('/api/design/info'), less('version'), 'the detail has'),
  row(
    'an array for a new name',
    at('/api/design/save/name'),
    data(() => []),
    'rename answers',
  ),
  row(
    '0 days in the trash',
    at('/api/design/del/list'),
    items((each) => ({ ...each, auto_delete_time: 0 })),
    'delete moves',
  ),
  row(
    'true for nothing',
    at('/api/design/revert'),
    data(() => true),
    'revert moves',
  ),
  ...['another user of the integrator', 'only deleted designs', 'the tree of a pro-layout'].map((begin) =>
    accepted(begin),
  ),
  row(
    'a key with a slash',
    at('/api/download/export/file'),
    data((key) => `a/${key}`),
    'an export answers',
  ),
  row(
    'relative links',
    at('/api/download/export/file/result'),
    data(() => ['/x.pptx']),
    'an export answers',
  ),
  row(
    'a file that is not a presentation',
    ({ file }) => file?.names.includes('ppt/presentation.xml') === true,
    (each) => ({
      ...each,
      file: { size: 99, names: each.file!.names.filter((name) => name.startsWith('ppt/slides/')) },
    }),
    'the link of an export',
  ),
  row(
    'pages without pageType',
    inCheck('the tree of a design is', '/api/generate'),
    data((pages) => pages.map(({ pageType, ...page }: Json) => page)),
    'the tree of a design is',
  ),
];

export const brokenRules: BrokenRule[] = [...credentials, ...reads, ...generation, ...designs];

function withChildren(fields: object) {
  return (groups: Json[]) =>
    groups.map((group) => ({ ...group, children: group.children.map((child: Json) => ({ ...child, ...fields })) }));
}

function half({ status, content }: Json) {
  return { status, content: content.slice(0, content.length / 2) };
}
