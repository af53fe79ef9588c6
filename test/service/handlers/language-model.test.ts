import { ChapterModel } from '../../writer/openai/chapter-model';
import { ModelServer } from '../../writer/openai/model-server';
import { startTestService, type TestService } from '../running-service';
import { type Reply, reply, Session, textOf } from '../session';

const OUTLINE = '```markdown\n# Lanterns\n\n## Light\n\n### Paper\n\n#### Frames\n\n#### Colors\n```\n';
const TEXT = '## Light\n\n### Paper\n\n#### Frames\n\nBamboo bends and holds.\n\n#### Colors\n\nRed is for luck.\n';

describe('a language model as provider', () => {
  const model = new ModelServer();
  let service: TestService;
  let session: Session;
  beforeAll(async () => {
    await model.start();
    const openai = { baseUrl: model.baseUrl, model: 'test-model', apiKey: { env: 'TEST_MODEL_KEY' } };
    service = await startTestService({
      server: { generation: { default: 'openai', alternative: 'offline', openai } },
      env: { TEST_MODEL_KEY: 'key-of-the-model' },
    });
    session = await Session.open(service.url, 'model-user');
  });
  afterAll(async () => {
    await service.close();
    await model.close();
  });

  it('writes outline and content, asked with the key from the environment', async () => {
    const { data: task } = await session.createTask('Lanterns');
    model.willAnswer({ text: OUTLINE });
    expect(textOf(await session.stream('/api/ai/chat/outline', task.id))).toContain('#### Frames');
    expect(model.asked[0]).toMatchObject({
      model: 'test-model',
      headers: { authorization: 'Bearer key-of-the-model' },
    });
    model.willAnswer({ text: TEXT });
    const ticket = (await session.get('/api/ai/chat/v2/content', { task_id: task.id })).data;
    const { data } = await session.content(ticket);
    expect(data).toMatchObject({ status: 2, content: expect.stringContaining('Bamboo bends and holds.') });
    expect((await session.form('/api/design/v2/save', { task_id: task.id })).code).toBe(0);
  });

  it('writes slides as JSON, of which the notes are only in the deck', async () => {
    const { data: task } = await session.createTask('Lanterns sold: 120 in May, 180 in June');
    const slides = [
      { title: 'Sales grew in June', points: [] },
      { title: 'Paper lasts', points: ['Frames'] },
    ];
    model.willAnswer({ text: JSON.stringify({ title: 'Lanterns', chapters: [{ title: 'Light', slides }] }) });
    expect(textOf(await session.stream('/api/ai/chat/outline', task.id))).toContain('### Paper lasts\n\n#### Frames');
    const rows = [
      ['May', '120'],
      ['June', '180'],
    ];
    const written = [
      { title: 'Sales grew in June', kind: 'chart', table: { header: ['Month', 'Sold'], rows }, notes: ['Say why.'] },
      { title: 'Paper lasts', items: [{ heading: 'Frames', text: 'Bamboo bends and holds.' }] },
    ];
    model.willAnswer({ text: JSON.stringify({ slides: written }) });
    const ticket = (await session.get('/api/ai/chat/v2/content', { task_id: task.id })).data;
    const { data } = await session.content(ticket);
    expect(data.content).toContain('| June | 180 |');
    expect(data.content).toContain('Bamboo bends and holds.');
    expect(data.content).not.toContain('Say why.');
    expect((await session.form('/api/design/v2/save', { task_id: task.id })).code).toBe(0);
  });

  it('is one provider; the other one stays what the settings say', async () => {
    const { data: task } = await session.createTask('Lanterns');
    model.willAnswer({ status: 500, error: { message: 'must not be asked' } });
    expect((await session.get('/api/ai/chat/wx/content', { task_id: task.id })).code).toBe(0);
    expect(model.asked).toHaveLength(0);
  });

  const refused = async (path: string): Promise<Reply> => {
    const { data: task } = await session.createTask('Lanterns');
    return reply(await session.fetch(path, { task_id: task.id }));
  };

  it('says in an envelope why it wrote nothing, and nothing is stored', async () => {
    model.willAnswer({ status: 400, error: { code: 'content_filter', message: 'refused by policy' } });
    expect(await refused('/api/ai/chat/outline')).toMatchObject({ status: 200, code: 12101, data: [] });
    model.willAnswer({ status: 401, error: { message: 'wrong key key-of-the-model' } });
    const answer = await refused('/api/ai/chat/outline');
    expect(answer).toMatchObject({ status: 200, code: 12100 });
    expect(answer.msg).not.toContain('key-of-the-model');
  });

  it('that refuses in the middle of a stream ends it with a filter event', async () => {
    const { data: task } = await session.createTask('Lanterns');
    model.willAnswer({ text: OUTLINE.slice(0, 60), refusal: 'I cannot write this.' });
    const stream = await session.stream('/api/ai/chat/outline', task.id);
    expect(stream).toMatch(/^:\n\nevent:message\n/);
    expect(stream.split('\n\n').at(-2)).toMatch(
      /^event:filter\ndata:\{"code":12101,"msg":"[^"]+","message":"[^"]+"\}$/,
    );
    expect((await session.form('/api/generate/data', { task_id: task.id })).code).toBe(40000);
  });

  it('ends a job for good when it refuses', async () => {
    model.willAnswer({ status: 400, error: { code: 'content_filter', message: 'refused by policy' } });
    const { data: task } = await session.createTask('Lanterns');
    const ticket = (await session.get('/api/ai/chat/v2/content', { task_id: task.id })).data;
    expect((await session.content(ticket)).data).toEqual({ status: 3, content: '' });
  });

  it('that is chosen without a key keeps the service from starting, with a sentence', async () => {
    const generation = { alternative: 'openai', openai: { model: 'm', apiKey: { env: 'NO_SUCH_KEY' } } };
    await expect(startTestService({ server: { generation }, env: {} })).rejects.toThrow(
      /server\.generation\.openai\.apiKey uses the environment variable NO_SUCH_KEY, which is not set/,
    );
  });
});

describe('a language model on this machine', () => {
  const model = new ChapterModel(6);
  let service: TestService;
  beforeAll(async () => {
    await model.start();
    service = await startTestService({
      server: { generation: { default: 'auto' } },
      env: { DECK_LOCAL_MODELS: model.baseUrl },
    });
  });
  afterAll(async () => {
    await service.close();
  });

  it('writes decks from titles without any setting', async () => {
    const session = await Session.open(service.url, 'local-user');
    const { data: task } = await session.createTask('Lanterns');
    expect(textOf(await session.stream('/api/ai/chat/outline', task.id))).toContain('### Chapter 6c');
    const ticket = (await session.get('/api/ai/chat/v2/content', { task_id: task.id })).data;
    expect(await session.content(ticket)).toMatchObject({ msg: 'ok', data: { status: 2 } });
  });

  it('that is killed leaves a frame and its slides, with a sentence for the person', async () => {
    const session = await Session.open(service.url, 'killed-user');
    const { data: task } = await session.createTask('Lanterns');
    const { data: other } = await session.createTask('Lanterns');
    await session.stream('/api/ai/chat/outline', other.id);
    await model.close();
    const stream = await session.stream('/api/ai/chat/outline', task.id);
    expect(textOf(stream)).toContain('#### [The one sentence that they should repeat afterwards]');
    expect(stream).toMatch(/\n\n: The language model test-model-8b, found at \S+, gave no usable outline[^\n]+\n\n/);
    const ticket = (await session.get('/api/ai/chat/v2/content', { task_id: other.id })).data;
    const { data, msg } = await session.content(ticket);
    expect(data).toMatchObject({ status: 2, content: expect.stringContaining('[To be filled in]') });
    expect(msg).toContain('did not write 18 of 18 slides');
  });
});
