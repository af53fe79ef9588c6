import { createOpenAiWriter, GenerationError } from '../../../src/service/writer/openai/openai-writer';
import { loadPrompts } from '../../../src/service/writer/openai/prompts';
import { collect } from '../decks';
import { event, ModelServer } from './model-server';

const DECK = `# T\n${['A', 'B', 'C'].map((name) => `## ${name}\n${[1, 2, 3].map((page) => `### ${name}${page}\n#### x${name}${page}\n`).join('')}`).join('')}`;
const KEY = 'sk-very-secret';

describe('a language model that fails', () => {
  const model = new ModelServer();
  beforeAll(() => model.start());
  afterAll(() => model.close());

  const outline = (settings = {}, signal = new AbortController().signal) =>
    createOpenAiWriter({ baseUrl: model.baseUrl, model: 'm', key: KEY, retryDelayMs: 1, ...settings }).outline({
      title: 'T',
      options: {},
      variant: 0,
      signal,
    });
  const failure = async (settings = {}): Promise<GenerationError> => {
    const error = await collect(outline(settings)).then(
      () => undefined,
      (reason) => reason,
    );
    expect(error).toBeInstanceOf(GenerationError);
    expect(JSON.stringify({ ...error, message: error.message, stack: error.stack })).not.toContain(KEY);
    return error as GenerationError;
  };
  const refused = (status: number, code: string | null, message = 'no') => ({
    status,
    error: { code, message, type: 'invalid_request_error' },
  });

  it.each([
    ['a content_filter finish', { text: '# T\n## A\n', finish: 'content_filter' }],
    ['a refusal', { text: '', refusal: 'I cannot help with that.' }],
    ['400 content_policy_violation', refused(400, 'content_policy_violation')],
    ['400 content_filter', refused(400, 'content_filter')],
    [
      '400 with an inner code',
      { status: 400, error: { message: 'no', innererror: { code: 'ResponsibleAIPolicyViolation' } } },
    ],
    ['400 data_inspection_failed', refused(400, 'data_inspection_failed')],
    ['400 in words alone', refused(400, null, 'Content Exists Risk')],
  ])('moderation, once and for all: %s', async (_name, answer) => {
    model.willAnswer(answer);
    expect(await failure()).toMatchObject({ kind: 'filtered', message: expect.stringContaining('Change the title') });
    expect(model.asked).toHaveLength(1);
  });

  it.each([
    ['429 insufficient_quota', refused(429, 'insufficient_quota')],
    ['402', refused(402, null, 'Insufficient Balance')],
    ['400 Arrearage', refused(400, 'Arrearage')],
  ])('no quota, once and for all: %s', async (_name, answer) => {
    model.willAnswer(answer);
    expect((await failure()).kind).toBe('quota');
    expect(model.asked).toHaveLength(1);
  });

  it.each([
    [401, `Incorrect API key provided: ${KEY}`],
    [403, 'no'],
    [404, 'The model m does not exist'],
    [422, `bad request with ${KEY}`],
  ])('HTTP %d: a setting is wrong, once and for all', async (status, message) => {
    model.willAnswer(refused(status, null, message));
    expect((await failure()).kind).toBe('misconfigured');
    expect(model.asked).toHaveLength(1);
  });

  it.each([
    [429, 'rate-limited'],
    [500, 'unavailable'],
    [503, 'unavailable'],
  ])('HTTP %d: a bounded number of retries', async (status, kind) => {
    model.willAnswer(refused(status, null, 'see your plan and billing details'));
    expect((await failure({ retries: 3 })).kind).toBe(kind);
    expect(model.asked).toHaveLength(4);
  });

  it('recovers when a retry succeeds', async () => {
    model.willAnswer(refused(503, null), { raw: 'data: {broken\n\n' }, { text: DECK });
    expect((await collect(outline())).join('')).toContain('## C');
    expect(model.asked).toHaveLength(3);
  });

  it('waits as long as it is asked to, but never for minutes', async () => {
    model.willAnswer({ ...refused(429, null), headers: { 'retry-after': '1' } }, { text: DECK });
    const started = performance.now();
    await collect(outline());
    expect(performance.now() - started).toBeGreaterThan(950);
    model.willAnswer({ ...refused(429, null), headers: { 'retry-after': '3600' } }, { text: DECK });
    expect((await failure()).kind).toBe('rate-limited');
  });

  it('an error inside the stream, before and after the first words', async () => {
    const error = `data: ${JSON.stringify({ error: { message: 'overloaded', code: 'server_error' } })}\n\n`;
    model.willAnswer({ raw: error });
    expect((await failure()).kind).toBe('unavailable');
    model.willAnswer({ raw: event({ content: '# T\n' }) + error.replace('server_error', 'content_filter') });
    expect((await failure()).kind).toBe('filtered');
  });

  it('events without choices, empty deltas and comments are passed over', async () => {
    const usage = `: keep-alive\n\ndata: ${JSON.stringify({ choices: [], usage: {} })}\n\n${event({ content: null })}`;
    model.willAnswer({ raw: `${usage}${event({ content: DECK })}${usage}${event({}, 'stop')}data: [DONE]\n\n` });
    expect((await collect(outline())).join('')).toContain('## C');
  });

  it('silence ends with a timeout, before and after the first words', async () => {
    model.willAnswer({ text: '', after: 'silence' });
    expect((await failure({ timeoutMs: 500, retries: 1 })).kind).toBe('timeout');
    expect(model.asked).toHaveLength(2);
    model.willAnswer({ text: '# T\n## A\n### P\n', after: 'silence' }, { text: DECK });
    expect((await collect(outline({ timeoutMs: 500 }))).join('')).toContain('## C');
  });

  it('a slow reader does not count as silence of the model', async () => {
    model.willAnswer({ text: DECK });
    let text = '';
    for await (const fragment of outline({ timeoutMs: 500 })) {
      if (text.length < 20) await new Promise((resolve) => setTimeout(resolve, 600));
      text += fragment;
    }
    expect(text).toContain('## C');
    expect(model.asked).toHaveLength(1);
  });

  it('nobody there', async () => {
    expect(await failure({ baseUrl: 'http://127.0.0.1:1/v1', retries: 0 })).toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('check the base URL'),
    });
  });

  it('an abort ends the request at the provider too', async () => {
    model.willAnswer({ text: '# T\n## A\n### P\n', after: 'silence' });
    const abort = new AbortController();
    await expect(
      (async () => {
        for await (const fragment of outline({}, abort.signal))
          if (fragment.includes('###')) abort.abort(new Error('gone'));
      })(),
    ).rejects.toThrow('gone');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(model.closedByClient).toBe(1);
  });

  it('a reader that goes away ends the request as well', async () => {
    model.willAnswer({ text: '# T\n## A\n### P\n', after: 'silence' });
    for await (const fragment of outline()) if (fragment.includes('###')) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(model.closedByClient).toBe(1);
  });
});

describe('the prompts', () => {
  it('are files with slots; a slot without a value is an error that names it', () => {
    const prompts = loadPrompts();
    expect(prompts.system('en')).toContain('English');
    expect(prompts.system('zh')).toContain('简体中文');
    expect(() => prompts.text('outline', {})).toThrow(/outline\.md.*slot/);
  });

  it('take a title that looks like a slot as it is', () => {
    expect(loadPrompts().text('outline-repair', { problem: '{{wishes}}' })).toContain('{{wishes}}');
  });
});
