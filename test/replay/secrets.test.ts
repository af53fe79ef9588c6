import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { DEMO_ACCOUNT } from '../../src/config';
import { type DeckHandle, type Pipeline, startPipeline } from '../pipeline/pipeline';

/** Everything that a history holds, payloads decoded, as one text. */
async function wholeHistory(handle: DeckHandle): Promise<string> {
  const decoded: string[] = [];
  const walk = (value: unknown): void => {
    if (value instanceof Uint8Array) decoded.push(Buffer.from(value).toString('utf8'));
    else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) walk(item);
  };
  const history = await handle.fetchHistory();
  walk(history);
  return `${historyToJSON(history)}\n${decoded.join('\n')}`;
}

describe('a history holds no secret', () => {
  let pipeline: Pipeline;
  /** What went over the wire between worker and service and must stay there. */
  let canaries: Map<string, string>;

  beforeEach(async () => {
    pipeline = await startPipeline({ faulty: true, settings: { workflow: { review: { mode: 'off' } } } });
    canaries = new Map([
      ['secret key', DEMO_ACCOUNT.secretKey],
      ['api key', DEMO_ACCOUNT.apiKey],
    ]);
    pipeline.network.observe((name, value) => canaries.set(`${name} ${value.slice(0, 6)}`, value));
  });
  afterEach(() => pipeline.close());

  const hits = (text: string) => [...canaries].filter(([, secret]) => text.includes(secret)).map(([name]) => name);

  it('of a delivered deck: no key, token, signature or signed link', async () => {
    const handle = await pipeline.start({ title: 'No secrets', formats: ['ppt', 'pdf'], content: 'stream' });
    await handle.result();
    await pipeline.progress(handle);
    const text = await wholeHistory(handle);
    const kinds = new Set([...canaries.keys()].map((name) => name.split(' ')[0]));
    expect([...kinds].sort()).toEqual(['api', 'link', 'secret', 'signature', 'token']);
    expect(hits(text)).toEqual([]);
    expect(hits(JSON.stringify(await pipeline.progress(handle)))).toEqual([]);
    // The positive control: the scanner finds what is there.
    for (const secret of canaries.values()) expect(hits(`${text}${secret}`)).toHaveLength(1);
    expect(text).toContain('No secrets');
    expect(text).toContain('readOutlineTree');
  });

  it('of a failed deck, where the service repeats credentials in its message', async () => {
    const handle = await pipeline.start({ title: 'Fails with secrets', settings: { onFailure: 'fail' } });
    pipeline.network.strike('/api/ai/chat/v2/task', {
      kind: 'answer',
      status: 200,
      body: (headers) =>
        JSON.stringify({
          code: 40007,
          data: [],
          msg: `no balance for token ${headers['x-token']} of ${DEMO_ACCOUNT.secretKey}`,
        }),
    });
    await expect(handle.result()).rejects.toThrow();
    const text = await wholeHistory(handle);
    expect(text).toContain('no balance for token');
    expect(hits(text)).toEqual([]);
    expect([...canaries.keys()].some((name) => name.startsWith('token'))).toBe(true);
  });
});
