import { example, FORM, HEADERS_A, JSON_TYPE } from './example';

export const outline = [
  example({
    endpoint: 'readOutlineTree',
    title: 'the root node itself',
    values: { task_id: '1001' },
    sent: { line: 'POST /api/generate/data HTTP/1.1', headers: [...HEADERS_A, FORM], body: 'task_id={{task_id}}' },
    reply: {
      type: JSON_TYPE,
      body:
        '{"code":0,"data":{"id":1,"parentId":0,"depth":1,"sort":0,"direction":1,"expanded":true,"showTip":false,"type":"title","value":"Tea","pageIndex":1,' +
        '"children":[{"id":2,"parentId":1,"depth":2,"sort":0,"index":1,"direction":1,"expanded":true,"showTip":false,"lastLevel":true,"type":"catalog","value":"Leaves","children":[]}]},"msg":"success"}',
      optional: ['index', 'pageIndex', 'lastLevel'],
    },
    request: { task_id: 1001 },
    typed: {
      id: 1,
      parentId: 0,
      depth: 1,
      sort: 0,
      direction: 1,
      expanded: true,
      showTip: false,
      type: 'title',
      value: 'Tea',
      pageIndex: 1,
      children: [
        {
          id: 2,
          parentId: 1,
          depth: 2,
          sort: 0,
          index: 1,
          direction: 1,
          expanded: true,
          showTip: false,
          lastLevel: true,
          type: 'catalog',
          value: 'Leaves',
          children: [],
        },
      ],
    },
  }),
  example({
    endpoint: 'readPptTree',
    title: 'an array of nodes',
    values: { design_id: '501' },
    sent: {
      line: 'POST /api/generate/ppt-tree HTTP/1.1',
      headers: [...HEADERS_A, FORM],
      body: 'design_id={{design_id}}',
    },
    reply: {
      type: JSON_TYPE,
      body: '{"code":0,"data":[{"type":"title","value":"Tea","pageType":1,"children":[{"type":"text","value":"Leaves","children":[]}]}],"msg":"success"}',
      optional: ['pageType'],
    },
    request: { design_id: 501 },
    typed: [{ type: 'title', value: 'Tea', pageType: 1, children: [{ type: 'text', value: 'Leaves', children: [] }] }],
  }),
  example({
    endpoint: 'saveOutline',
    title: 'Markdown with its type',
    values: { task_id: '1001' },
    sent: {
      line: 'POST /api/ai/chat/v2/outline/save HTTP/1.1',
      headers: [...HEADERS_A, FORM],
      body: 'task_id={{task_id}}&content=%23+Tea+%E8%8C%B6%0A-+50%25+%2B+%22x%22&type=1',
    },
    reply: { type: JSON_TYPE, body: '{"code":0,"data":3,"msg":"success"}' },
    request: { task_id: 1001, content: '# Tea 茶\n- 50% + "x"', type: 1 },
    typed: 3,
  }),
  example({
    endpoint: 'saveOutline',
    title: 'the tree as JSON text',
    values: { task_id: '1001' },
    sent: {
      line: 'POST /api/ai/chat/v2/outline/save HTTP/1.1',
      headers: [...HEADERS_A, FORM],
      body: 'task_id={{task_id}}&content=%7B%22id%22%3A1%2C%22children%22%3A%5B%5D%7D',
    },
    reply: { type: JSON_TYPE, body: '{"code":0,"data":3,"msg":"success"}' },
    request: { task_id: 1001, content: '{"id":1,"children":[]}' },
    typed: 3,
  }),
];
