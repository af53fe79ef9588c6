import { example, FORM, HEADERS_A, JSON_TYPE } from './example';

const NOTHING = { type: JSON_TYPE, body: '{"code":0,"data":[],"msg":"success"}' };
const listed = (deleteTime: string, autoDelete: number) =>
  '{"code":0,"data":{"pagination":{"total":1,"current_page":1,"page_size":20},"list":[{"id":501,"user_id":12,"name":"Tea",' +
  '"cover_url":"https://files.example.test/501.png","size":"1280x720","canvas_url":"https://files.example.test/501.json",' +
  '"ai_data":"https://files.example.test/501.md","storage_time":"2025-03-04 05:06:07",' +
  `"delete_time":"${deleteTime}","auto_delete_time":${autoDelete},` +
  '"created_at":"2025-03-04 05:06:07","updated_at":"2025-03-04 05:06:08"}]},"msg":"success"}';
const typedList = (delete_time: string, auto_delete_time: number) => ({
  pagination: { total: 1, current_page: 1, page_size: 20 },
  list: [
    {
      id: 501,
      user_id: 12,
      name: 'Tea',
      cover_url: 'https://files.example.test/501.png',
      size: '1280x720',
      canvas_url: 'https://files.example.test/501.json',
      ai_data: 'https://files.example.test/501.md',
      storage_time: '2025-03-04 05:06:07',
      delete_time,
      auto_delete_time,
      created_at: '2025-03-04 05:06:07',
      updated_at: '2025-03-04 05:06:08',
    },
  ],
});

const byDesign = (
  [
    ['deleteDesign', '/api/design/delete', 'into the trash'],
    ['revertDesign', '/api/design/revert', 'back out of the trash'],
    ['clearDesign', '/api/design/clear', 'for ever'],
  ] as const
).map(([endpoint, path, title]) =>
  example({
    endpoint,
    title,
    values: { design_id: '501' },
    sent: { line: `POST ${path} HTTP/1.1`, headers: [...HEADERS_A, FORM], body: 'user_design_id={{design_id}}' },
    reply: NOTHING,
    request: { user_design_id: 501 },
    typed: [],
  }),
);

export const designs = [
  ...byDesign,
  example({
    endpoint: 'saveDesign',
    title: 'from a task and a template',
    values: { task_id: '1001', template_id: '7' },
    sent: {
      line: 'POST /api/design/v2/save HTTP/1.1',
      headers: [...HEADERS_A, FORM],
      body: 'task_id={{task_id}}&name=Tea+%26+co&template_id={{template_id}}&template_type=1',
    },
    reply: {
      type: JSON_TYPE,
      body: '{"code":0,"data":{"id":501,"name":"Tea & co","cover_url":"https://files.example.test/501.png","size":"1280x720"},"msg":"success"}',
    },
    request: { task_id: 1001, name: 'Tea & co', template_id: 7, template_type: 1 },
    typed: { id: 501, name: 'Tea & co', cover_url: 'https://files.example.test/501.png', size: '1280x720' },
  }),
  example({
    endpoint: 'saveDesign',
    title: 'with a pro layout',
    values: { task_id: '1001', layout_task_id: '77' },
    sent: {
      line: 'POST /api/design/v2/save HTTP/1.1',
      headers: [...HEADERS_A, FORM],
      body: 'task_id={{task_id}}&layout_type=2&layout_task_id={{layout_task_id}}',
    },
    reply: {
      type: JSON_TYPE,
      body: '{"code":0,"data":{"id":502,"name":"Tea","cover_url":"https://files.example.test/502.png","size":"1280x720"},"msg":"success"}',
    },
    request: { task_id: 1001, layout_type: 2, layout_task_id: 77 },
    typed: { id: 502, name: 'Tea', cover_url: 'https://files.example.test/502.png', size: '1280x720' },
  }),
  example({
    endpoint: 'listDesigns',
    title: 'a page in an order',
    values: {},
    sent: { line: 'GET /api/design/list?page=1&page_size=20&order=1 HTTP/1.1', headers: HEADERS_A },
    reply: { type: JSON_TYPE, body: listed('', 0) },
    request: { page: 1, page_size: 20, order: 1 },
    typed: typedList('', 0),
  }),
  example({
    endpoint: 'listDeletedDesigns',
    title: 'the trash',
    values: {},
    sent: { line: 'GET /api/design/del/list?page=1&page_size=20 HTTP/1.1', headers: HEADERS_A },
    reply: { type: JSON_TYPE, body: listed('2025-03-05 00:00:00', 30) },
    request: { page: 1, page_size: 20 },
    typed: typedList('2025-03-05 00:00:00', 30),
  }),
  example({
    endpoint: 'readDesign',
    title: 'with its task and version',
    values: { design_id: '501' },
    sent: { line: 'GET /api/design/info?user_design_id={{design_id}} HTTP/1.1', headers: HEADERS_A },
    reply: {
      type: JSON_TYPE,
      body: '{"code":0,"data":{"id":501,"name":"Tea","cover_url":"https://files.example.test/501.png","task_id":1001,"created_at":"2025-03-04 05:06:07","storage_time":"2025-03-04 05:06:07","version":1},"msg":"success"}',
    },
    request: { user_design_id: 501 },
    typed: {
      id: 501,
      name: 'Tea',
      cover_url: 'https://files.example.test/501.png',
      task_id: 1001,
      created_at: '2025-03-04 05:06:07',
      storage_time: '2025-03-04 05:06:07',
      version: 1,
    },
  }),
  example({
    endpoint: 'renameDesign',
    title: 'answers with the name',
    values: { design_id: '501' },
    sent: {
      line: 'POST /api/design/save/name HTTP/1.1',
      headers: [...HEADERS_A, FORM],
      body: 'name=%E8%8C%B6&user_design_id={{design_id}}',
    },
    reply: { type: JSON_TYPE, body: '{"code":0,"data":{"name":"茶"},"msg":"success"}' },
    request: { name: '茶', user_design_id: 501 },
    typed: { name: '茶' },
  }),
];
