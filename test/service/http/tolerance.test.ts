import { madeBefore } from '../../setup/made-before';
import { serviceForTests } from '../running-service';
import { Session } from '../session';
import { envelopeOf, exchange, rawRequest } from './raw';

describe('what third-party clients send, byte for byte', () => {
  const service = serviceForTests({ runJobs: false });
  const session = madeBefore(() => Session.open(service.url, 'tolerance'));

  const send = async (line: string, headers: Record<string, string> = {}, body: string | Buffer = '') =>
    envelopeOf(await exchange(service.port, rawRequest(line, { ...session.headers, ...headers }, body)));
  const multipart = (parts: string[], boundary = 'XyZ') =>
    send(
      'POST /api/ai/chat/v2/task',
      { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
      `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`,
    );
  const task = { code: 0, data: { title: 'Tea', type: 1 } };

  it.each<[string, string[]]>([
    [
      'quoted names',
      [
        'Content-Disposition: form-data; name="title"\r\n\r\nTea',
        'Content-Disposition: form-data; name="type"\r\n\r\n1',
      ],
    ],
    [
      'unquoted names',
      ['Content-Disposition: form-data; name=title\r\n\r\nTea', 'Content-Disposition: form-data; name=type\r\n\r\n1'],
    ],
    [
      'parts with an empty file name',
      [
        'Content-Disposition: form-data; name="title"; filename=""\r\n\r\nTea',
        'Content-Disposition: form-data; name="type"; filename=""\r\n\r\n1',
      ],
    ],
    [
      'parts with an empty file name and a type',
      [
        'Content-Disposition: form-data; name="title"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\nTea',
        'Content-Disposition: form-data; name="type"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n1',
      ],
    ],
    [
      'parts with a type',
      [
        'Content-Disposition: form-data; name="title"\r\nContent-Type: text/plain; charset=UTF-8\r\n\r\nTea',
        'Content-Disposition: form-data; name="type"\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: 8bit\r\n\r\n1',
      ],
    ],
    [
      'parts with a length',
      [
        'Content-Disposition: form-data; name="title"\r\nContent-Length: 3\r\n\r\nTea',
        'content-disposition: form-data; name="type"\r\n\r\n1',
      ],
    ],
    [
      'names in capitals',
      [
        'Content-Disposition: form-data; name="Title"\r\n\r\nTea',
        'Content-Disposition: form-data; name="TYPE"\r\n\r\n1',
      ],
    ],
    [
      'additional empty fields',
      [
        'Content-Disposition: form-data; name="content"\r\n\r\n',
        'Content-Disposition: form-data; name="id"\r\n\r\n',
        'Content-Disposition: form-data; name="file"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n',
        'Content-Disposition: form-data; name="title"\r\n\r\nTea',
        'Content-Disposition: form-data; name="type"\r\n\r\n1',
      ],
    ],
    [
      'additional unknown fields',
      [
        'Content-Disposition: form-data; name="whatever"\r\n\r\n7',
        'Content-Disposition: form-data; name="title"\r\n\r\nTea',
        'Content-Disposition: form-data; name="type"\r\n\r\n1',
      ],
    ],
    [
      'advanced options as an object',
      [
        'Content-Disposition: form-data; name="senior_options"\r\n\r\n{"page":3,"tone":40}',
        'Content-Disposition: form-data; name="title"\r\n\r\nTea',
        'Content-Disposition: form-data; name="type"\r\n\r\n1',
      ],
    ],
    [
      'advanced options as a list of ids',
      [
        'Content-Disposition: form-data; name="senior_options"\r\n\r\n["3",40]',
        'Content-Disposition: form-data; name="title"\r\n\r\nTea',
        'Content-Disposition: form-data; name="type"\r\n\r\n1',
      ],
    ],
  ])('multipart with %s makes a task', async (_, parts) => {
    expect(await multipart(parts)).toMatchObject(task);
  });

  it.each([
    [
      'as UTF-8 without a type',
      Buffer.from(
        '--XyZ\r\nContent-Disposition: form-data; name="title"\r\n\r\n茶的历史 – café\r\n--XyZ\r\nContent-Disposition: form-data; name=type\r\n\r\n1\r\n--XyZ--\r\n',
      ),
    ],
    [
      'as UTF-8 that says so',
      Buffer.from(
        '--XyZ\r\nContent-Disposition: form-data; name="title"\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n茶的历史 – café\r\n--XyZ\r\nContent-Disposition: form-data; name=type\r\n\r\n1\r\n--XyZ--\r\n',
      ),
    ],
    [
      'as a file part',
      Buffer.from(
        '--XyZ\r\nContent-Disposition: form-data; name="title"; filename=""\r\n\r\n茶的历史 – café\r\n--XyZ\r\nContent-Disposition: form-data; name=type\r\n\r\n1\r\n--XyZ--\r\n',
      ),
    ],
  ])('a title beyond ASCII arrives %s', async (_, body) => {
    const answer = await send(
      'POST /api/ai/chat/v2/task',
      { 'Content-Type': 'multipart/form-data; boundary=XyZ' },
      body,
    );
    expect(answer).toMatchObject({ code: 0, data: { title: '茶的历史 – café' } });
  });

  it.each<[string, string, Record<string, string>, string]>([
    [
      'url-encoded where multipart is expected',
      '/api/ai/chat/v2/task',
      { 'Content-Type': 'application/x-www-form-urlencoded' },
      'title=Tea&type=1',
    ],
    [
      'url-encoded with a charset',
      '/api/ai/chat/v2/task/',
      { 'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8' },
      'title=Tea&type=1&content=&id=',
    ],
    ['JSON', '/api/ai/chat/v2/task', { 'Content-Type': 'application/json' }, '{"title":"Tea","type":1}'],
    [
      'JSON with numbers as text and an object inside',
      '/api/ai/chat/v2/task',
      { 'Content-Type': 'application/json;charset=utf-8' },
      '{"title":"Tea","type":"1","id":null,"content":"","senior_options":{"page":3}}',
    ],
    ['JSON without a type', '/api/ai/chat/v2/task', {}, '{"title":"Tea","type":1}'],
    ['a form without a type', '/api/ai/chat/v2/task', {}, 'title=Tea&type=1'],
    ['options that are not JSON', '/api/ai/chat/v2/task', {}, 'type=1&title=Tea&senior_options=page'],
    [
      'unknown options',
      '/api/ai/chat/v2/task',
      {},
      'type=1&title=Tea&senior_options={"page":40,"pages":3,"scene":null}',
    ],
    ['fields in the query of a POST', '/api/ai/chat/v2/task?title=Tea&type=1', {}, ''],
    [
      'a body without a length',
      '/api/ai/chat/v2/task',
      { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked', 'Content-Length': '' },
      '',
    ],
  ])('%s makes a task', async (name, path, headers, body) => {
    if (name === 'a body without a length') {
      const { 'Content-Length': _, ...rest } = { ...session.headers, ...headers };
      const json = '{"title":"Tea","type":1}';
      const chunks = `${json.length.toString(16)}\r\n${json}\r\n0\r\n\r\n`;
      const request = `${rawRequest(`POST ${path}`, rest)}${chunks}`;
      expect(envelopeOf(await exchange(service.port, request))).toMatchObject(task);
      return;
    }
    expect(await send(`POST ${path}`, headers, body)).toMatchObject(task);
  });

  it('takes ids as text and pages with empty values', async () => {
    expect(await send('GET /api/design/list?page=&page_size=&order=')).toMatchObject({
      code: 0,
      data: { list: [], pagination: { total: 0, current_page: 1, page_size: 20 } },
    });
  });

  it.each<[string, string, Record<string, string>, string | Buffer, number, RegExp]>([
    [
      'a multipart body without boundary',
      '/api/ai/chat/v2/task',
      { 'Content-Type': 'multipart/form-data' },
      '--x\r\n',
      200,
      /multipart body cannot be read: .*boundary/i,
    ],
    [
      'a multipart body cut short',
      '/api/ai/chat/v2/task',
      { 'Content-Type': 'multipart/form-data; boundary=x' },
      '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nTe',
      200,
      /multipart body cannot be read: unexpected end/,
    ],
    [
      'invalid JSON',
      '/api/ai/chat/v2/task',
      { 'Content-Type': 'application/json' },
      '{"title":',
      200,
      /not valid JSON/,
    ],
    [
      'a JSON list',
      '/api/ai/chat/v2/task',
      { 'Content-Type': 'application/json' },
      '[1]',
      200,
      /must be a JSON object/,
    ],
    [
      'a compressed body',
      '/api/ai/chat/v2/task',
      { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
      Buffer.from([31, 139, 8]),
      200,
      /must not be compressed/,
    ],
    ['no body', '/api/ai/chat/v2/task', {}, '', 200, /type is missing/],
    ['no type', '/api/ai/chat/v2/task', {}, 'title=Tea', 200, /type is missing/],
    [
      'a type that is not a number',
      '/api/ai/chat/v2/task',
      {},
      'title=Tea&type=one',
      200,
      /type must be a whole number/,
    ],
    ['no title', '/api/ai/chat/v2/task', {}, 'type=1', 200, /title is missing/],
    ['a title of blanks', '/api/ai/chat/v2/task', {}, 'type=1&title=%20%20', 200, /title is missing or empty/],
    [
      'a long title',
      '/api/ai/chat/v2/task',
      {},
      `type=1&title=${'x'.repeat(201)}`,
      200,
      /title has 201 characters; at most 200/,
    ],
    ['a title of two lines', '/api/ai/chat/v2/task', {}, 'type=1&title=a%0Ab', 200, /title must be one line/],
    ['an unknown type', '/api/ai/chat/v2/task', {}, 'type=99&title=Tea', 200, /type 99 is not a task type/],
    ['an ID that is not a number', '/api/generate/data', {}, 'task_id=abc', 200, /task_id must be an id/],
    ['an id of zero', '/api/generate/data', {}, 'task_id=0', 200, /task_id must be an id/],
    ['a negative id', '/api/generate/data', {}, 'task_id=-4', 200, /task_id must be an id/],
    ['an id beyond all bounds', '/api/generate/data', {}, `task_id=${'9'.repeat(40)}`, 200, /task_id must be an id/],
    ['no id', '/api/generate/data', {}, '', 200, /task_id is missing/],
  ])('%s is refused with a sentence', async (_, path, headers, body, status, sentence) => {
    const answer = await exchange(service.port, rawRequest(`POST ${path}`, { ...session.headers, ...headers }, body));
    expect(answer.split(' ')[1]).toBe(String(status));
    const { code, msg, data } = envelopeOf(answer);
    expect([code, data]).toEqual([40000, []]);
    expect(msg).toMatch(sentence);
  });

  it.each([
    ['type 4, not enabled', '4', 40008],
    ['type 3, without its document', '3', 40000],
  ])('%s gets its own code', async (_, type, code) => {
    expect(await send('POST /api/ai/chat/v2/task', {}, `title=Tea&type=${type}`)).toMatchObject({ code });
  });

  it.each([
    ['/api/ai/chat/config/detail?id=999999', 12102],
    ['/api/ai/chat/wx/outline?task_id=999999', 12102],
    ['/api/template_component/enterprise/suit/list', 10307],
  ])('%s says that there is nothing, after it has checked who asks', async (path, code) => {
    expect(await send(`GET ${path}`)).toMatchObject({ code });
    expect(await send(`GET ${path}`, { 'x-token': 'nobody' })).toMatchObject({ code: 43103 });
  });

  it('answers unknown paths with 404 and wrong methods with 405, in an envelope', async () => {
    for (const [line, status] of [
      ['GET /api/ai/chat/v2/url', 404],
      ['GET /', 404],
      ['GET /api/ai/chat/v2/task', 405],
      ['DELETE /api/design/list', 405],
    ] as const) {
      const answer = await exchange(service.port, rawRequest(line, session.headers));
      expect([line, answer.split(' ')[1], envelopeOf(answer).code]).toEqual([line, String(status), 40400]);
    }
  });

  it.each([
    ['no Host', '', 400, /Missing host/],
    ['an invalid Host', 'Host: a b\r\n', 400, /not a URL of this service/],
    ['an unknown expectation', 'Host: localhost\r\nExpect: tea\r\n', 417, /Expect/],
    ['no HTTP at all', '\0', 400, /not a valid HTTP request/],
  ])('%s is refused in an envelope', async (_, head, status, sentence) => {
    const answer = await exchange(service.port, `GET /healthz HTTP/1.1\r\n${head}Connection: close\r\n\r\n`);
    expect(answer.split(' ')[1]).toBe(String(status));
    const { code, msg, data } = envelopeOf(answer);
    expect([code, data]).toEqual([40000, []]);
    expect(msg).toMatch(sentence);
  });
});

describe('a body that is too large', () => {
  const service = serviceForTests({ runJobs: false, server: { limits: { upload: '4 KB', body: '1 KB' } } });
  const session = madeBefore(() => Session.open(service.url, 'large'));

  it('is refused by its length before it is read', async () => {
    const head = rawRequest('POST /api/generate/data', { ...session.headers, 'Content-Length': '1000000000' });
    const answer = await exchange(service.port, head, (received) => received.endsWith('}'));
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(envelopeOf(answer)).toMatchObject({ code: 40000, msg: expect.stringContaining('1024 bytes') });
  });

  it('is refused while it is read, when it has no length', async () => {
    const head = rawRequest('POST /api/ai/chat/v2/task', {
      ...session.headers,
      'Transfer-Encoding': 'chunked',
    }).toString();
    const chunk = `400\r\n${'x'.repeat(1024)}\r\n`;
    const answer = await exchange(service.port, head + chunk.repeat(6), (received) => received.endsWith('}'));
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });
});
