import { createHmac } from 'node:crypto';
import { endpointNames } from '../../src/contract/index';
import { wordDocument } from '../service/hostile/word-document';
import { exchange, unchunked } from '../service/http/raw';
import { startTestService, type TestService } from '../service/running-service';
import { undescribed } from './described';
import { filled, shapeDifferences, wireExamples } from './index';
import { ANSWERED_IN_THE_FORM_OF, exampleNamed, labelOf, REFUSED, type WireExample } from './service-answers';
import { realValues } from './service-values';

const API_KEY = 'demo-access-key';
const SECRET_KEY = 'demo-secret-key';
/** The specification says what these answer, not only in which form: nothing, and 3. */
const SAID_EXACTLY = ['deleteDesign', 'revertDesign', 'clearDesign', 'saveOutline'];

/** What stands for a document in the hand-typed example. */
const FIRST_BYTES_OF_A_DOCUMENT = 'PK\u0003\u0004\r\n';

describe('the service on the wire', () => {
  let service: TestService;
  let document: unknown;
  beforeAll(async () => {
    // Long enough that an export is still running when its result is asked for at once.
    service = await startTestService({ timing: { exportMs: 1500 }, server: { enterpriseSuits: true } });
    document = await (await fetch(`${service.url}/openapi.json`)).json();
  });
  afterAll(() => service.close());

  /** The example's own bytes, with real ids and credentials, in one write. */
  function requestBytes(example: WireExample, values: Record<string, string>, document?: Uint8Array): Buffer {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signs = filled(example.sent.signs ?? '', { timestamp });
    const all = {
      ...values,
      api_key: API_KEY,
      timestamp,
      signature: createHmac('sha1', SECRET_KEY).update(signs).digest('base64'),
      boundary: 'wire-boundary',
    };
    const typed = filled(example.sent.body ?? '', all);
    const [before = '', after] = typed.split(FIRST_BYTES_OF_A_DOCUMENT);
    const body =
      document === undefined ? Buffer.from(typed) : Buffer.concat([Buffer.from(before), document, Buffer.from(after!)]);
    const lines = [
      filled(example.sent.line, all),
      `host: 127.0.0.1:${service.port}`,
      'connection: close',
      ...example.sent.headers.map((header) => filled(header, all)),
      ...(body.length > 0 ? [`content-length: ${body.length}`] : []),
    ];
    return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body]);
  }

  async function replay(
    example: WireExample,
    document?: Uint8Array,
  ): Promise<{ status: string; headers: string[]; body: string }> {
    const values = await realValues(service.url, 'user-1', example);
    const received = await exchange(service.port, requestBytes(example, values, document));
    const end = received.indexOf('\r\n\r\n');
    const [status = '', ...headers] = received.slice(0, end).split('\r\n');
    const lower = headers.map((line) => line.replace(/^[^:]+/, (name) => name.toLowerCase()));
    const rest = received.slice(end + 4);
    if (!lower.some((line) => /^transfer-encoding: chunked$/.test(line))) {
      expect(lower).toContain(`content-length: ${Buffer.byteLength(rest)}`);
      return { status, headers: lower, body: rest };
    }
    const { text, complete } = unchunked(rest);
    expect(complete).toBe(true);
    return { status, headers: lower, body: text };
  }

  function expectStream(body: string): void {
    const events = body.split('\n\n');
    expect(events.pop()).toBe('');
    expect(events.pop()).toBe('event:close\ndata:api-close');
    expect(events.length).toBeGreaterThan(2);
    for (const event of events) {
      const data = /^event:message\ndata:(\{"content":".*"\})$/.exec(event)?.[1];
      expect([event, data && Object.keys(JSON.parse(data))]).toEqual([event, ['content']]);
    }
    const text = events.map((event) => JSON.parse(event.slice(event.indexOf('data:') + 5)).content).join('');
    expect(text).toMatch(/^```markdown\n# .+\n[\s\S]*\n```\s*$/);
  }

  it.each(
    wireExamples
      .filter((example) => !(labelOf(example) in REFUSED))
      .map((example) => [labelOf(example), example] as const),
  )('%s: takes these bytes and answers in this form', async (label, example) => {
    const { reply } = exampleNamed(ANSWERED_IN_THE_FORM_OF[label] ?? label);
    const { status, headers, body } = await replay(example);
    expect(status).toBe('HTTP/1.1 200 OK');
    const type = headers.find((line) => line.startsWith('content-type: ')) ?? '';
    expect(type.replace(/; charset=utf-8$/, '')).toBe(`content-type: ${reply.type.replace(/;.*/, '')}`);
    if (reply.type.startsWith('text/event-stream')) return expectStream(body);
    const answer = JSON.parse(body);
    expect(body).not.toMatch(/[\r\n]/);
    expect(answer).toMatchObject({ code: 0 });
    const model = JSON.parse(filled(reply.body, { ...example.values, api_key: '', uid: '' }));
    expect(shapeDifferences(model, answer, reply.optional)).toEqual([]);
    expect(undescribed(document, example.endpoint, answer)).toEqual([]);
    if (SAID_EXACTLY.includes(example.endpoint)) expect(answer.data).toEqual(model.data);
    // Clients compare these two messages, and take an empty list for an export that still runs.
    if (example.endpoint === 'readExportResult') {
      expect([answer.msg, answer.data.length]).toEqual([model.msg, model.data.length]);
    }
  });

  it.each(
    wireExamples
      .filter((example) => labelOf(example) in REFUSED)
      .map((example) => [labelOf(example), example] as const),
  )('%s: takes these bytes, and refuses what they say, in an envelope', async (label, example) => {
    const { status, body } = await replay(example);
    const { code, msg } = REFUSED[label]!;
    expect(status).toBe('HTTP/1.1 200 OK');
    expect(JSON.parse(body)).toEqual({ code, data: [], msg: expect.stringMatching(msg) });
    expect(undescribed(document, example.endpoint, JSON.parse(body))).toEqual([]);
  });

  it('createTask: takes the same bytes around a whole document, and answers in this form', async () => {
    const example = exampleNamed('createTask, a document, line breaks in a text, advanced options');
    const { status, body } = await replay(example, wordDocument());
    expect(status).toBe('HTTP/1.1 200 OK');
    expect(JSON.parse(body)).toMatchObject({ code: 0, data: { type: 3 } });
    expect(shapeDifferences(JSON.parse(filled(example.reply.body, { api_key: '' })), JSON.parse(body))).toEqual([]);
  });

  it('describes more than the envelope: an answer of another call is not as described', () => {
    expect(undescribed(document, 'listDesigns', { code: 0, data: [], msg: '' })).not.toEqual([]);
    expect(undescribed(document, 'listDesigns', { code: 1, data: {}, msg: '' })).not.toEqual([]);
    expect(undescribed(document, 'streamOutline', { code: 0, data: '', msg: '' })).not.toEqual([]);
  });

  it('was shown every endpoint: the examples replayed are of all 31', () => {
    const seen = new Set(wireExamples.map(({ endpoint }) => endpoint));
    expect([...seen].sort()).toEqual([...endpointNames].sort());
    expect(seen.size).toBe(31);
  });

  it('knows no example that is not there', () => {
    const labels = wireExamples.map(labelOf);
    const named = [...Object.entries(ANSWERED_IN_THE_FORM_OF).flat(), ...Object.keys(REFUSED)];
    expect(named.filter((label) => !labels.includes(label))).toEqual([]);
  });
});
