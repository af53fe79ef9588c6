import fc from 'fast-check';
import { type EndpointName, endpointNames, endpointOf } from '../../../src/contract/index';
import { ServiceError } from '../../../src/contract/service-error';
import { decode } from '../../../src/service/http/decode';
import { parseFields } from '../../../src/service/texts/body-fields';
import { cells, figure, SEED } from '../../deep';
import { startTestService, type TestService } from '../running-service';
import { type FuzzedRequest, type RightValues, requests } from './fuzz';
import { DEMO, Member, signedLines } from './member';
import { furnish, type Possessions } from './possessions';
import { type Answered, closeConnections, isStream, send } from './send';

/** Requests for an endpoint: those that are served whole, and those whose reading alone is tried, which costs a tenth. */
const SERVED = cells(150, 20_000);
const READ = cells(850, 20_000);

describe(`${SERVED} hostile requests for each of the ${endpointNames.length} endpoints`, () => {
  let service: TestService;
  let member: Member;
  let own: Possessions;
  let topic: number;
  const counts = { sent: 0, succeeded: 0, refused: 0, failed: 0 };
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);

  beforeAll(async () => {
    process.on('unhandledRejection', note);
    service = await startTestService({ server: { enterpriseSuits: true } });
    member = await Member.open(service.port, DEMO, 'fuzzed');
    own = await furnish(member);
    topic = (await member.data('listPresetTopics')).list[0].id;
  });
  afterAll(async () => {
    process.off('unhandledRejection', note);
    closeConnections();
    await service.close();
  });

  /** What is wrong with an answer to a request that only the client can be to blame for. */
  function fault(answer: Answered): string | undefined {
    const text = answer.bytes.toString('utf8');
    if (answer.status >= 500) return `${answer.status} ${text.slice(0, 300)}`;
    // The answer to HEAD has no body; no endpoint is called by it.
    if (answer.status === 405 && answer.bytes.length === 0) return undefined;
    if (isStream(answer))
      return /event:close\ndata:api-close\n\n$/.test(text) ? undefined : `stream: ${text.slice(-300)}`;
    if (!(answer.headers['content-type'] ?? '').startsWith('application/json'))
      return `type ${answer.headers['content-type']}`;
    let envelope: Record<string, unknown>;
    try {
      envelope = JSON.parse(text);
    } catch {
      return `not JSON: ${text.slice(0, 300)}`;
    }
    const { code, msg } = envelope;
    const whole = Number.isInteger(code) && typeof msg === 'string' && 'data' in envelope;
    if (!whole || Object.keys(envelope).length !== 3) return `no envelope: ${text.slice(0, 300)}`;
    if (code !== 0 && msg === '') return 'a refusal without a reason';
    if (code === 50_000) return `internal: ${text.slice(0, 300)}`;
    return undefined;
  }

  function rightValues(): RightValues {
    const of = (...kinds: string[]) =>
      own.objects.filter(({ kind }) => kinds.includes(kind)).map(({ value }) => String(value));
    const [tasks, designs] = [of('task'), of('design', 'deleted design')];
    return {
      task_id: tasks,
      text_id: tasks,
      id: [...designs, String(topic)],
      user_design_id: designs,
      design_id: designs,
      ticket: of('ticket'),
      task_key: of('export key'),
      layout_task_id: of('layout task'),
      uid: ['fuzzed', 'somebody'],
      channel: ['', 'web'],
      title: ['Tea', '茶的历史'],
      name: ['Tea', '茶'],
      type: ['1', '3', '7', '8'],
      content: ['# Tea\n\n## Leaves\n\n### Green\n\n#### Picking\n\nText.\n', '# 茶\n\n## 叶\n\n### 绿\n\n#### 采\n'],
      senior_options: ['{"page":3}', '[2,11]', '{"scene":null}'],
      sub_type: ['1', '2', '3'],
      template_id: ['1', '2', '3'],
      template_type: ['1', '2'],
      layout_type: ['1', '2'],
      format: ['ppt', 'pdf', 'png'],
      edit: ['true', 'False'],
      files_to_zip: ['True', 'false'],
      page: ['1', '2'],
      page_size: ['1', '20'],
      order: ['1', '2'],
      colour_id: ['1', '2'],
      style_id: ['1'],
      scene_id: ['1'],
      suit_ids: ['1,2'],
    };
  }

  const credentialsOf = (name: EndpointName) => () =>
    endpointOf(name).auth === 'token' ? member.headers : signedLines(DEMO, name);

  it.each(endpointNames)(
    '%s answers every one of them with an envelope or a whole stream, never with a 5xx',
    async (name) => {
      await fc.assert(
        fc.asyncProperty(requests(name, rightValues(), credentialsOf(name)), async (request) => {
          const { body, ...head } = request;
          const answer = await send(service.port, body ? { ...head, body } : head);
          counts.sent++;
          const wrong = fault(answer);
          if (wrong !== undefined) counts.failed++;
          else if (answer.bytes.includes('"code":0') || isStream(answer)) counts.succeeded++;
          else counts.refused++;
          expect(wrong).toBeUndefined();
        }),
        { numRuns: SERVED, seed: SEED, endOnFailure: true },
      );
    },
    Math.max(60_000, SERVED * 200),
  );

  it('has refused most of them and served some, and is as alive as before', async () => {
    figure(`requests served: ${SERVED} for each endpoint, ${JSON.stringify(counts)}`);
    expect(counts).toMatchObject({ sent: SERVED * endpointNames.length, failed: 0 });
    expect(counts.succeeded).toBeGreaterThan(counts.sent / 100);
    expect(counts.refused).toBeGreaterThan(counts.sent / 3);
    expect(unhandled).toEqual([]);
    expect((await send(service.port, { method: 'GET', target: '/healthz' })).status).toBe(200);
    const written = await member.data('createTask', { title: 'After all this', type: 1 });
    await member.data('streamOutline', { task_id: written.id });
    expect(await member.data('readOutlineTree', { task_id: written.id })).toMatchObject({ type: 'title' });
  });
});

describe(`${READ} more for each of them, read by the service's decoder alone`, () => {
  const counts = { read: 0, typed: 0, refused: 0 };

  /** Fields of the contract at most, or a refusal that may be shown; anything else would have been a 5xx. */
  async function fault(name: EndpointName, { method, target, headers, body }: FuzzedRequest) {
    const sendsBody = method === 'POST' || method === 'PUT' || method === 'PATCH';
    const request = new Request(`http://127.0.0.1${target}`, {
      method,
      headers: headers.map(([header, value]): [string, string] => [header, value]),
      ...(sendsBody && body ? { body: new Uint8Array(body) } : {}),
    });
    counts.read++;
    try {
      const contentType = request.headers.get('content-type') ?? '';
      const sent = await parseFields({ contentType, bytes: new Uint8Array(await request.arrayBuffer()) });
      const fields = Object.keys(decode(endpointOf(name), request.url, sent));
      counts.typed++;
      const known = endpointOf(name).request.shape;
      return fields.filter((field) => !Object.hasOwn(known, field)).join() || undefined;
    } catch (error) {
      counts.refused++;
      if (error instanceof ServiceError && error.kind !== 'internal' && error.message !== '') return undefined;
      return String(error);
    }
  }

  it.each(endpointNames)(
    '%s: typed, or refused with a sentence',
    async (name) => {
      const ids = {
        task_id: ['1'],
        id: ['1'],
        text_id: ['1'],
        user_design_id: ['1'],
        type: ['1'],
        title: ['Tea'],
        uid: ['u'],
      };
      await fc.assert(
        fc.asyncProperty(
          requests(name, ids, () => []),
          async (request) => {
            expect(await fault(name, request)).toBeUndefined();
          },
        ),
        { numRuns: READ, seed: SEED + 1, endOnFailure: true },
      );
    },
    Math.max(60_000, READ * 50),
  );

  it('were typed and refused, both often', () => {
    figure(`requests read: ${READ} for each endpoint, ${JSON.stringify(counts)}`);
    expect(counts.read).toBe(READ * endpointNames.length);
    expect(Math.min(counts.typed, counts.refused)).toBeGreaterThan(counts.read / 100);
  });
});
