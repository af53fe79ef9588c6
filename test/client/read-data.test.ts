import { parseJson, readData, Unreadable } from '../../src/client/read-data';
import { type EndpointName, endpointOf } from '../../src/contract/index';

const read = (name: EndpointName, data: unknown) => {
  const { data: schema, needs = [] } = endpointOf(name);
  return readData(schema, needs, data);
};
const LONG = '9007199254740993';

describe('an id', () => {
  it.each([
    [7, 7],
    ['7', 7],
    [LONG, LONG],
    ['1234567890123456789012', '1234567890123456789012'],
  ])('%j of a created task is read as %j', (id, value) => {
    expect(read('createTask', { id })).toMatchObject({ id: value });
    expect(read('createTask', id)).toMatchObject({ id: value });
  });

  it.each([undefined, null, 0, -1, 1.5, '', 'seven', true, {}, [7]])('%j cannot be an id', (id) => {
    expect(() => read('createTask', { id })).toThrow(Unreadable);
  });

  it('above 2^53 keeps its digits in JSON, and only there', () => {
    const text = `{"id":${LONG},"msg":"${LONG} \\"1\\"","list":[${LONG}],"part":${LONG}.5}`;
    expect(parseJson(text)).toEqual({ id: LONG, msg: `${LONG} "1"`, list: [LONG], part: Number(`${LONG}.5`) });
    expect(parseJson(`{"id":${LONG}`)).toBeUndefined();
    expect(parseJson(`{"id":"${LONG}`)).toBeUndefined();
  });
});

describe('a field that the pipeline does not use', () => {
  it('may be missing, null or of another type', () => {
    const typed = { id: 1, title: '', type: 0, api_key: '', created_at: '' };
    expect(read('createTask', { id: 1 })).toEqual(typed);
    expect(read('createTask', { id: 1, title: null, type: '1', api_key: [], created_at: 7, more: {} })).toEqual({
      ...typed,
      ...{ type: 1, created_at: '7' },
    });
  });

  it('is missed in an answer whose use it is', () => {
    expect(() => read('readDesign', { id: 1, name: 'Tea' })).toThrow('task_id: must be an id, not missing');
    expect(() => read('grantToken', { token: null })).toThrow('token: must be a text, not null');
  });
});

describe('a key', () => {
  it.each([
    ['abc', 'abc'],
    [123, '123'],
    [{ ticket: 'abc', status: 1 }, 'abc'],
    [{ task_key: 5 }, '5'],
  ])('%j is read as %j', (data, key) => {
    expect([read('startContent', data), read('startExport', data)]).toEqual([key, key]);
  });

  it.each([[''], [null], [[]], [{}], [true]])('%j cannot be a key', (data) => {
    expect(() => read('startExport', data)).toThrow(Unreadable);
  });
});

describe('a list', () => {
  const item = { id: 7, cover_img: '' };
  const pagination = { total: 1, current_page: 1, page_size: 20 };
  it.each([
    ['nested', { pagination, list: [{ id: 7 }] }],
    ['flat', { ...pagination, list: [{ id: '7', cover_img: null }] }],
    ['with pages as text', { pagination: { total: '1', current_page: '1', page_size: '20' }, list: [{ id: 7 }] }],
    ['with items without an id', { pagination, list: [null, {}, { id: null }, { id: 7 }] }],
  ])('%s is read', (_, data) => expect(read('searchSuits', data)).toEqual({ pagination, list: [item] }));

  it('without its pages has no total', () => {
    const none = { total: 0, current_page: 0, page_size: 0 };
    for (const data of [[{ id: 7 }], { list: [{ id: 7 }] }, { pagination: null, list: [{ id: 7 }] }])
      expect(read('searchSuits', data)).toEqual({ pagination: none, list: [item] });
    for (const data of [null, [], {}, 'none'])
      expect(read('searchSuits', data)).toEqual({ pagination: none, list: [] });
  });
});

it.each([
  [[], []],
  [null, []],
  [{}, []],
  ['导出中', []],
  [[null, ''], []],
  ['https://files.example.test/a b.pptx', ['https://files.example.test/a b.pptx']],
  [
    ['//files.example.test/1.pptx', 'files/2.pptx'],
    ['//files.example.test/1.pptx', 'files/2.pptx'],
  ],
  [[{ size: 7, url: 'https://x.test/1' }], ['https://x.test/1']],
  [{ download_url: '/1.pptx' }, ['/1.pptx']],
  [{ files: ['/1.pptx'] }, ['/1.pptx']],
])('the links of an export in %j are %j', (data, links) => expect(read('readExportResult', data)).toEqual(links));

it('a status may be a word, and content missing', () => {
  expect(read('checkContent', { status: 'queued' })).toEqual({ status: 'queued', content: '' });
  expect(read('checkContent', { status: '2', content: '# Tea' })).toEqual({ status: '2', content: '# Tea' });
});

it('user counts are read from text and from an array', () => {
  const counts = [{ uid: 'u1', count: 3 }];
  expect(read('countUserOutlines', '[{"uid":"u1","count":3}]')).toEqual(counts);
  expect(read('countUserOutlines', counts)).toEqual(counts);
  expect(read('countUserOutlines', 'no JSON')).toEqual([]);
});

it('a tree keeps unknown fields, and needs none', () => {
  const tree = { value: 'Tea', colour: 'red', children: [{ value: 'A', index: null, children: null }, null] };
  const node = { id: 0, parentId: 0, depth: 0, sort: 0, type: '' };
  expect(read('readOutlineTree', tree)).toMatchObject({
    ...{ ...node, value: 'Tea', colour: 'red' },
    children: [{ ...node, value: 'A', children: [] }],
  });
  expect(read('readOutlineTree', null)).toEqual({ ...node, value: '', children: [] });
});
