import { example, HEADERS_A, JSON_TYPE } from './example';

export const options = [
  example({
    endpoint: 'listAdvancedOptions',
    title: 'groups with their options',
    values: {},
    sent: { line: 'GET /api/ai/chat/senior/option HTTP/1.1', headers: HEADERS_A },
    reply: {
      type: JSON_TYPE,
      body:
        '{"code":0,"data":[{"id":1,"parent_id":0,"name":"Pages","key":"page","is_default":0,"is_c":1,"is_beta":0,' +
        '"children":[{"id":3,"parent_id":1,"name":"10-15","key":"","is_default":1,"is_beta":0,"children":null}]}],"msg":"success"}',
      optional: ['is_c'],
    },
    request: {},
    typed: [
      {
        id: 1,
        parent_id: 0,
        name: 'Pages',
        key: 'page',
        is_default: 0,
        is_c: 1,
        is_beta: 0,
        children: [{ id: 3, parent_id: 1, name: '10-15', key: '', is_default: 1, is_beta: 0, children: null }],
      },
    ],
  }),
  example({
    endpoint: 'listPresetTopics',
    title: 'a page of topics',
    values: {},
    sent: { line: 'GET /api/ai/chat/config/list?page=1&page_size=20 HTTP/1.1', headers: HEADERS_A },
    reply: {
      type: JSON_TYPE,
      body: '{"code":0,"data":{"pagination":{"total":1,"current_page":1,"page_size":20},"list":[{"id":9,"title":"Tea"}]},"msg":"success"}',
    },
    request: { page: 1, page_size: 20 },
    typed: { pagination: { total: 1, current_page: 1, page_size: 20 }, list: [{ id: 9, title: 'Tea' }] },
  }),
  example({
    endpoint: 'readPresetTopic',
    title: 'a topic with its outline and content',
    values: { topic_id: '9' },
    sent: { line: 'GET /api/ai/chat/config/detail?id={{topic_id}} HTTP/1.1', headers: HEADERS_A },
    reply: {
      type: JSON_TYPE,
      body: '{"code":0,"data":{"id":9,"title":"Tea","source":1,"content":"# Tea\\n## Leaves\\n- green"},"msg":"success"}',
    },
    request: { id: 9 },
    typed: { id: 9, title: 'Tea', source: 1, content: '# Tea\n## Leaves\n- green' },
  }),
];
