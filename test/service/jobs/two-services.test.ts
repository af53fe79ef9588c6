import { ModelServer } from '../../writer/openai/model-server';
import { startTestService, type TestService } from '../running-service';
import { Session, textOf } from '../session';
import { describeStores } from '../stores';

const OUTLINE = '# Lanterns\n\n## Light\n\n### Paper\n\n#### Frames\n\n#### Colors\n';
const TEXT = '## Light\n\n### Paper\n\n#### Frames\n\nBamboo bends and holds.\n\n#### Colors\n\nRed is for luck.\n';

describeStores('two services over one store', (store) => {
  const model = new ModelServer();
  let first: TestService;
  let second: TestService;
  let session: Session;
  beforeAll(async () => {
    await model.start();
    const address = await store.address();
    const shared = { kind: store.kind, address: async () => address };
    const openai = { baseUrl: model.baseUrl, model: 'test-model', apiKey: { env: 'TEST_STORE' } };
    const server = { generation: { default: 'openai', openai } };
    // A key is needed and never looked at.
    const env = { TEST_STORE: address.kind === 'postgres' ? address.url : 'key' };
    const options = { store: shared, server, env, timing: { contentFragmentMs: 20 } };
    first = await startTestService(options);
    second = await startTestService({ ...options, dataDirectory: first.dataDirectory });
    session = await Session.open(first.url, 'between');
  });
  afterAll(async () => {
    await second.close();
    await first.close();
    await model.close();
  });

  it('have a model write the content of a task once, whichever gets the request, and answer the same', async () => {
    const atSecond = Object.assign(Object.create(Session.prototype), session, { url: second.url }) as Session;
    const written = async (askAll: (task: number) => Promise<string[]>) => {
      const { data: task } = await session.createTask('Lanterns');
      model.willAnswer({ text: OUTLINE });
      await session.stream('/api/ai/chat/outline', task.id);
      model.willAnswer({ text: TEXT });
      const texts = await askAll(task.id);
      return { texts, asked: model.asked.length };
    };
    const content = async (by: Session, task: number) => textOf(await by.stream('/api/ai/chat/content', task));
    const ticket = async (by: Session, task: number) =>
      (await by.content((await by.get('/api/ai/chat/v2/content', { task_id: task })).data)).data.content;

    const alone = await written(async (task) => [await content(session, task)]);
    const together = await written((task) =>
      Promise.all([content(session, task), content(atSecond, task), ticket(session, task), ticket(atSecond, task)]),
    );
    expect(together.asked).toBe(alone.asked);
    expect(new Set(together.texts).size).toBe(1);
    expect(together.texts[0]).toContain('Bamboo bends and holds.');
  });
});
