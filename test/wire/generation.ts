import { example, HEADERS_A, JSON_TYPE, STREAM_TYPE } from './example';

const EVENTS =
  'event:message\ndata:{"content":"```markdown\\n# "}\n\nevent:message\ndata:{"content":"Tea 茶\\n"}\n\nevent:message\ndata:{"content":"```"}\n\nevent:close\ndata:api-close\n\n';
const FRAGMENTS = ['```markdown\n# ', 'Tea 茶\n', '```'];

const streams = (
  [
    ['streamOutline', '/api/ai/chat/outline'],
    ['streamContent', '/api/ai/chat/content'],
    ['streamAlternativeOutline', '/api/ai/chat/wx/outline'],
    ['streamWordContent', '/api/ai/chat/v2/word'],
  ] as const
).map(([endpoint, path]) =>
  example({
    endpoint,
    title: 'fragments up to api-close',
    values: { task_id: '1001' },
    sent: { line: `GET ${path}?task_id={{task_id}} HTTP/1.1`, headers: HEADERS_A },
    reply: { type: STREAM_TYPE, body: EVENTS },
    request: { task_id: 1001 },
    typed: FRAGMENTS,
  }),
);

export const generation = [
  ...streams,
  example({
    endpoint: 'createTask',
    title: 'smart generation from a title',
    values: {},
    sent: {
      line: 'POST /api/ai/chat/v2/task HTTP/1.1',
      headers: [...HEADERS_A, 'content-type: multipart/form-data; boundary={{boundary}}'],
      body:
        '--{{boundary}}\r\nContent-Disposition: form-data; name="title"\r\n\r\nThe "tea" trade: 茶\r\n' +
        '--{{boundary}}\r\nContent-Disposition: form-data; name="type"\r\n\r\n1\r\n' +
        '--{{boundary}}--\r\n',
    },
    reply: {
      type: JSON_TYPE,
      body: '{"code":0,"data":{"id":1001,"title":"The \\"tea\\" trade: 茶","type":1,"api_key":"{{api_key}}","created_at":"2025-03-04T05:06:07+08:00"},"msg":"success"}',
    },
    request: { title: 'The "tea" trade: 茶', type: 1 },
    typed: {
      id: 1001,
      title: 'The "tea" trade: 茶',
      type: 1,
      api_key: 'wire-key',
      created_at: '2025-03-04T05:06:07+08:00',
    },
  }),
  example({
    endpoint: 'createTask',
    title: 'a document, line breaks in a text, advanced options',
    values: {},
    channel: 'web',
    sent: {
      line: 'POST /api/ai/chat/v2/task HTTP/1.1',
      headers: [...HEADERS_A, 'content-type: multipart/form-data; boundary={{boundary}}'],
      body:
        '--{{boundary}}\r\nContent-Disposition: form-data; name="type"\r\n\r\n3\r\n' +
        '--{{boundary}}\r\nContent-Disposition: form-data; name="content"\r\n\r\n# One\n\n- two\n\r\n' +
        '--{{boundary}}\r\nContent-Disposition: form-data; name="file"; filename="a %22quoted%22 名.docx"\r\n' +
        'Content-Type: application/vnd.openxmlformats-officedocument.wordprocessingml.document\r\n\r\nPK\u0003\u0004\r\n\r\n' +
        '--{{boundary}}\r\nContent-Disposition: form-data; name="senior_options"\r\n\r\n{"page":3,"tone":40}\r\n' +
        '--{{boundary}}--\r\n',
    },
    reply: {
      type: JSON_TYPE,
      body: '{"code":0,"data":{"id":1002,"title":"","type":3,"api_key":"{{api_key}}","created_at":"2025-03-04T05:06:07Z"},"msg":""}',
    },
    request: {
      type: 3,
      content: '# One\n\n- two\n',
      file: {
        filename: 'a "quoted" 名.docx',
        mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
        bytes: Buffer.from('PK\u0003\u0004\r\n'),
      },
      senior_options: { page: 3, tone: 40 },
    },
    typed: { id: 1002, title: '', type: 3, api_key: 'wire-key', created_at: '2025-03-04T05:06:07Z' },
  }),
  example({
    endpoint: 'readAlternativeContent',
    title: 'one envelope with the whole Markdown',
    values: { task_id: '1001' },
    sent: { line: 'GET /api/ai/chat/wx/content?task_id={{task_id}} HTTP/1.1', headers: HEADERS_A },
    reply: { type: JSON_TYPE, body: '{"code":0,"data":"```markdown\\n# Tea 茶\\n```","msg":"success"}' },
    request: { task_id: 1001 },
    typed: ['```markdown\n# Tea 茶\n```'],
  }),
  example({
    endpoint: 'readAlternativeContent',
    title: 'a stream, as it is listed',
    values: { task_id: '1001' },
    sent: { line: 'GET /api/ai/chat/wx/content?task_id={{task_id}} HTTP/1.1', headers: HEADERS_A },
    reply: { type: STREAM_TYPE, body: EVENTS },
    request: { task_id: 1001 },
    typed: FRAGMENTS,
  }),
  example({
    endpoint: 'startContent',
    title: 'a ticket, not the content',
    values: { task_id: '1001' },
    sent: { line: 'GET /api/ai/chat/v2/content?task_id={{task_id}} HTTP/1.1', headers: HEADERS_A },
    reply: { type: JSON_TYPE, body: '{"code":0,"data":"ticket-abc_123","msg":"success"}' },
    request: { task_id: 1001 },
    typed: 'ticket-abc_123',
  }),
  example({
    endpoint: 'checkContent',
    title: 'succeeded, with the content',
    values: { ticket: 'ticket-abc_123' },
    sent: { line: 'GET /api/ai/chat/v2/content/check?ticket={{ticket}} HTTP/1.1', headers: HEADERS_A },
    reply: { type: JSON_TYPE, body: '{"code":0,"data":{"status":2,"content":"# Tea\\n## Leaves"},"msg":"success"}' },
    request: { ticket: 'ticket-abc_123' },
    typed: { status: 2, content: '# Tea\n## Leaves' },
  }),
  example({
    endpoint: 'addProLayout',
    title: 'a JSON body with the task id',
    values: { task_id: '1001' },
    sent: {
      line: 'POST /api/ai/pro/layout/add HTTP/1.1',
      headers: [...HEADERS_A, 'content-type: application/json'],
      body: '{"text_id":{{task_id}}}',
    },
    reply: { type: JSON_TYPE, body: '{"code":0,"data":{"id":77},"msg":"success"}' },
    request: { text_id: 1001 },
    typed: { id: 77 },
  }),
];
