import { example, HEADERS_A, JSON_TYPE } from './example';

const SUITS =
  '{"code":0,"data":{"pagination":{"total":41,"current_page":2,"page_size":1},"list":[{"id":7,"cover_img":"//files.example.test/7.png"}]},"msg":"success"}';
const TYPED_SUITS = {
  pagination: { total: 41, current_page: 2, page_size: 1 },
  list: [{ id: 7, cover_img: '//files.example.test/7.png' }],
};

export const templates = [
  example({
    endpoint: 'listSuitFilters',
    title: 'colours, styles and scenes',
    values: {},
    sent: { line: 'GET /api/template_component/suit/select HTTP/1.1', headers: HEADERS_A },
    reply: {
      type: JSON_TYPE,
      body: '{"code":0,"data":{"colour":[{"id":1,"name":"红","en_name":"","code":"#C00000"}],"suit_style":[{"id":2,"title":"Plain"}],"suit_scene":[{"id":3,"title":"Report"}]},"msg":"success"}',
    },
    request: {},
    typed: {
      colour: [{ id: 1, name: '红', en_name: '', code: '#C00000' }],
      suit_style: [{ id: 2, title: 'Plain' }],
      suit_scene: [{ id: 3, title: 'Report' }],
    },
  }),
  example({
    endpoint: 'searchSuits',
    title: 'by colour, style and ids',
    values: {},
    sent: {
      line: 'GET /api/template_component/suit/search?page=2&page_size=1&colour_id=1&style_id=2&suit_ids=7%2C8 HTTP/1.1',
      headers: HEADERS_A,
    },
    reply: { type: JSON_TYPE, body: SUITS },
    request: { colour_id: 1, page: 2, page_size: 1, style_id: 2, suit_ids: [7, 8] },
    typed: TYPED_SUITS,
  }),
  example({
    endpoint: 'searchSuits',
    title: 'with the pagination fields lying flat beside the list',
    values: {},
    sent: { line: 'GET /api/template_component/suit/search HTTP/1.1', headers: HEADERS_A },
    reply: {
      type: JSON_TYPE,
      body: '{"code":0,"data":{"total":0,"current_page":1,"page_size":20,"list":[]},"msg":""}',
    },
    request: {},
    typed: { pagination: { total: 0, current_page: 1, page_size: 20 }, list: [] },
  }),
  example({
    endpoint: 'listEnterpriseSuits',
    title: 'without parameters',
    values: {},
    sent: { line: 'GET /api/template_component/enterprise/suit/list HTTP/1.1', headers: HEADERS_A },
    reply: { type: JSON_TYPE, body: SUITS },
    request: {},
    typed: TYPED_SUITS,
  }),
];
