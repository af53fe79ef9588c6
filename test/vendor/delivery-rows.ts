import { accepts, zip } from './access-rows';
import * as the from './changes';
import { powerpoint, zipped } from './files';
import { type Answer, type Call, code, type Fields } from './service';

const { http, html, busy } = the;

const red = { title: 'Tea', template: { color: '红色' } };
const own = { title: 'Tea', template: { enterprise: true } };
const filters = (fields: Fields) => ({ input: red, ...the.put('filters', fields) });
const beside = ({ data: { list, pagination }, ...json }: the.Data) => ({ ...json, data: { list }, pagination });
const flat = ({ list, pagination }: the.Data) => ({ list, ...pagination });

export const templates: the.Variations = {
  ...the.idsOf('suit'),
  ...the.nullOrMissing('suits', 'pagination'),
  'cover_img null': the.items('suits', (item) => ({ ...item, cover_img: null })),
  'only ids': the.items('suits', ({ id }) => ({ id })),
  'flat pagination': the.data('suits', flat),
  'pagination as text': the.put('suits', { pagination: { total: '3', current_page: '1', page_size: '1' } }),
  'pagination next to data': the.envelope('suits', beside),
  'more pagination': the.put('suits', { pages: 1, has_more: false }),
  'total 0': the.put('suits', { pagination: { total: 0, current_page: 1, page_size: 1 } }),
  'the list alone': the.either(the.data('suits', ({ list }) => list)),
  'an empty list': the.put('suits', { list: [] }),
  'list null': the.put('suits', { list: null }),
  'a code at first': the.first('suits', busy, 2),
  'HTTP 500 at first': the.first('suits', http(500), 2),
  'a code for good': { ...the.refusedAlways('suits'), orDelivers: true },
  'a least page size': the.refuses('suits', ({ params }) => Number(params.page_size) < 10, code(9, '10 or more')),
  'task_id unknown': the.refuses('suits', ({ params }) => params.task_id !== undefined, code(9, 'unknown: task_id')),
  'enterprise templates': { input: own },
  'enterprise, cover null': { input: own, ...the.items('enterprise', (item) => ({ ...item, cover_img: null })) },
  'enterprise, flat pagination': { input: own, ...the.data('enterprise', flat) },
  'enterprise off': { input: own, ...the.parks(the.always('enterprise', http(404)), /404.*--(retry|skip)/s) },
  'filter by color': { input: red },
  'filter, en_name null': filters({ colour: [{ id: 81, name: '红色', en_name: null, code: null }] }),
  'filter, few fields': filters({ colour: [{ id: '81', name: '红色' }], suit_style: null }),
};

/** The answer to the save is lost; the design must be found again, among others. */
const saved = (more: the.Variation = {}): the.Variation => {
  const save = the.lost('design', http(500));
  return { oldDesigns: 15, needs: ['designs', 'info'], ...more, answers: { ...save.answers, ...more.answers } };
};

const nulls = (all: Fields): Fields => Object.fromEntries(Object.keys(all).map((name) => [name, null]));
const { duplicated } = the;

export const design: the.Variations = {
  ...the.nullOrMissing('design', 'name', 'cover_url', 'size'),
  ...the.idsOf('design'),
  'only an id': the.data('design', ({ id }) => ({ id })),
  ...the.illegible('design', [{ id: null }, null, []], the.either),
  'a busy code once': the.first('design'),
  'a busy code always': the.refusedAlways('design'),
  'template refused': the.parks(the.always('design', code(30_001, '模板不存在')), /模板不存在.*skip/s),
  'HTTP 500 before it is saved': { ...the.first('design', http(500)), duplicate: true, needs: ['designs', 'info'] },
  'an answer after the deadline': { ...the.slow('design'), needs: ['designs', 'info'] },
  ...the.each(the.losses, (answer) => saved(the.lost('design', answer)), '', ' after it was saved'),
  ...the.each<the.Variation>(
    {
      'oldest first': { oldestFirst: true },
      'only ids': the.items('designs', ({ id }) => ({ id })),
      'every other field null': the.items('designs', (item) => ({ ...nulls(item), id: item.id })),
      'ids as text': the.items('designs', ({ id, ...item }) => ({ ...item, id: String(id), user_id: '9' })),
      'no pagination': the.less('designs', 'pagination'),
      'flat pagination': the.data('designs', flat),
      'HTTP 500 at first': the.first('designs', http(500)),
      'a code at first': the.first('designs'),
      'details with ids as text': the.data('info', (all) => ({ ...all, id: `${all.id}`, task_id: `${all.task_id}` })),
      'details with only the task': the.data('info', ({ task_id }) => ({ task_id })),
      'details with nulls': the.data('info', (all) => ({ ...nulls(all), task_id: all.task_id })),
      'an old design is gone': { oldestFirst: true, ...the.first('info', code(61_007, 'no such design')) },
    },
    saved,
    'lost save, list: ',
  ),
  'lost save, list: details without the task': duplicated('design', saved(the.less('info', 'task_id'))),
};

const waits = (answer: Answer, times = 2) => the.first('result', answer, times);
const link = (change: (url: string) => unknown) => the.data('result', (links) => links && change(links[0]));
const unready = [null, '', 'processing', {}, [], [null], [''], false, 0, { status: 1 }, { url: null }];

export const exported: the.Variations = {
  'key a number': { ids: { export: the.idForms['16 digits']! } },
  'key a number above 2^53': { ids: { export: the.idForms['a number above 2^53']! } },
  'key with signs': { ids: { export: (id) => `a+b/c=&${id}` } },
  'key in an object': the.either(the.data('export', (task_key) => ({ task_key }))),
  ...the.illegible('export', [null, '', []]),
  'a busy code once': the.first('export'),
  'a busy code always': the.refusedAlways('export'),
  'HTTP 500 after it was started': duplicated('export', the.lost('export', http(500))),
  'a reset after it was started': duplicated('export', the.lost('export', the.reset)),
  ...the.eachOf(unready, (value) => waits(code(0, 'exporting', value)), '', ' while running'),
  'no data while running': waits({ json: { code: 0 } }),
  'HTTP 202 while running': waits({ ...code(0, 'exporting'), status: 202 }),
  'a code while running': waits(code(20_002, '导出中')),
  'a code with HTTP 409 while running': waits({ ...code(20_002, '导出中'), status: 409 }),
  'a queue code while running': waits(code(20_003, '排队中')),
  'HTTP 404 at first': the.either(waits(http(404), 1), /404.*--retry/s),
  'HTTP 500 at first': waits(http(500)),
  'never ready': the.parks(the.always('result', code(0, 'exporting', [])), /in time/),
  'a code for good': the.parks(the.always('result'), the.WORDS_AND_CODE),
  'link as text': link((url) => url),
  'link in an object': link((url) => ({ url })),
  'links in objects': link((url) => [{ url, name: 'a.pptx' }]),
  'link by another name': the.either(link((download_url) => ({ download_url }))),
  'links by another name': the.either(link((url) => ({ list: [url] }))),
  'two links': link((url) => [url, url]),
  'a link and null': link((url) => [url, null]),
  'link with text that is not encoded': link((url) => [`${url}&name=季度 报告 %`]),
  'link without scheme and host': link((url) => [url.replace(/^https?:\/\/[^/]+/, '')]),
  'link on a private host': the.parks(
    link(() => ['http://10.1.2.3/a.pptx']),
    /privateAddresses/,
  ),
  'links that are shown once': {
    ...the.either(
      the.refuses('result', ({ nth }) => nth > 2, code(61_008, 'gone')),
      /gone/,
    ),
    extra: { export: 1 },
  },
};

const sent = (change: (bytes: Buffer) => Answer) =>
  the.on('file', (answer) => ({ ...answer, body: undefined, ...change(answer.body as Buffer) }));
const inCircle = ({ request }: Call) => http(302, '', { location: request.url! });
const start = powerpoint().subarray(0, 300);

export const file: the.Variations = {
  'found elsewhere': the.before('file', ({ params, request: { url } }) =>
    params.moved ? undefined : http(302, '', { location: `${url}&moved=1` }),
  ),
  'moved in a circle': the.parks(the.before('file', inCircle), /redirect/),
  'HTTP 403 once': the.first('file', http(403)),
  'HTTP 404 twice': { ...the.first('file', http(404), 2), extra: { export: 1 } },
  'HTTP 500 once': the.first('file', http(500)),
  'HTTP 429 once': the.first('file', http(429)),
  'without a length': sent((bytes) => ({ parts: [bytes] })),
  'in small pieces': sent((bytes) => ({ parts: [bytes.subarray(0, 4), bytes.subarray(4, 700), bytes.subarray(700)] })),
  'media type text/html': the.on('file', the.header({ 'content-type': 'text/html' })),
  'cut once': the.lost('file', { parts: [start], headers: { 'content-length': '900' }, end: 'cut' }),
  'gzip where the client accepts it': the.on('file', (answer, call) => (accepts(call) ? zip(answer) : answer)),
  'a ZIP with the file': sent((bytes) => ({ body: zipped({ 'Tea.pptx': bytes }) })),
  'a ZIP with the file in a folder': sent((bytes) => ({ body: zipped({ '导出/Tea.pptx': bytes }) })),
  'a ZIP without slides': the.parks(
    sent((bytes) => ({ body: zipped({ 'a.txt': bytes }) })),
    /PowerPoint|PPTX|\.pptx/i,
  ),
  'an HTML page': the.parks(the.always('file', html(200)), /does not start like/),
  empty: the.parks(the.always('file', http(200)), /empty/),
  'short for good': the.parks(the.always('file', http(200, start)), /truncated|end like/),
};
