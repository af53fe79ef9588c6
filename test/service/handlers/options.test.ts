import { startTestService, type TestService } from '../running-service';
import { type Json, Session, textOf } from '../session';

describe('advanced options', () => {
  let service: TestService;
  let session: Session;
  let groups: Json[];
  beforeAll(async () => {
    service = await startTestService({ runJobs: false });
    session = await Session.open(service.url, 'options');
    groups = (await session.get('/api/ai/chat/senior/option')).data;
  });
  afterAll(() => service.close());

  const optionId = (key: string, name: string): number =>
    groups.find((group) => group.key === key).children.find((option: Json) => option.name === name).id;
  const outline = async (title: string, options?: unknown) => {
    const fields = { title, type: 1, ...(options ? { senior_options: JSON.stringify(options) } : {}) };
    const { data } = await session.multipart('/api/ai/chat/v2/task', fields);
    return textOf(await session.stream('/api/ai/chat/outline', data.id));
  };

  it('are five groups with one default each', () => {
    expect(groups.map((group) => group.key)).toEqual(['page', 'group', 'scene', 'tone', 'language']);
    for (const group of groups) {
      expect(group).toMatchObject({ parent_id: 0, id: expect.any(Number), name: expect.any(String) });
      expect(group.children.filter((option: Json) => option.is_default === 1)).toHaveLength(1);
      for (const option of group.children)
        expect(option).toMatchObject({ parent_id: group.id, key: '', children: null });
    }
    const ids = groups.flatMap((group) => [group.id, ...group.children.map((option: Json) => option.id)]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('change the deck: its length and its language, by group or as a list', async () => {
    const usual = await outline('Coffee');
    const long = await outline('Coffee', { page: optionId('page', '26-40页') });
    expect(long.match(/^### /gm)!.length).toBeGreaterThan(usual.match(/^### /gm)!.length);
    expect(await outline('Coffee', [String(optionId('language', '简体中文'))])).toMatch(/\p{Script=Han}/u);
    expect(usual).not.toMatch(/\p{Script=Han}/u);
  });

  it.each([
    ['{"page":3,"group":6,"scene":18,"tone":40}'],
    ['{"page":"3","group":"6","scene":"18","tone":"40"}'],
    ['[47,3,40]'],
    ['{"page":999}'],
    ['{"pages":3}'],
    ['{"scene":null}'],
    ['null'],
    ['"text"'],
    ['{}'],
    ['[]'],
    [''],
    ['page=3'],
  ])('never cost a client its task: %s', async (senior_options) => {
    const fields = { title: 'Coffee', type: 1, senior_options };
    const answers = [
      await session.multipart('/api/ai/chat/v2/task', fields),
      await session.form('/api/ai/chat/v2/task', fields),
      await session.json('/api/ai/chat/v2/task', fields),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, code: 0, data: { title: 'Coffee' } });
  });

  it.each([[{ page: 3, scene: null }], [[47, 3, 40]], [null], [3], [true], [[[[{}]]]]])(
    'nor as plain JSON in a JSON body: %j',
    async (senior_options) => {
      const answer = await session.json('/api/ai/chat/v2/task', { title: 'Coffee', type: 1, senior_options });
      expect(answer).toMatchObject({ code: 0, data: { title: 'Coffee' } });
    },
  );

  it('with the fixed ids of a client reach the deck', async () => {
    const senior_options = '{"page":2,"group":7,"scene":19,"tone":43}';
    const { data } = await session.multipart('/api/ai/chat/v2/task', { title: 'Coffee', type: 1, senior_options });
    const deck = textOf(await session.stream('/api/ai/chat/outline', data.id));
    expect(deck).toContain('### For students');
    // The scene decides the kind of deck, because the title does not.
    expect(deck).toContain('### What you will be able to do');
  });
});
