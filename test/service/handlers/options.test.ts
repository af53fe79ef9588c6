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
    [{ page: 999 }, /page has no option 999/],
    [{ colour: 1 }, /there is no group "colour"/],
    [[999], /the list has no option 999/],
    ['text', /senior_options/],
  ])('refuse %j', async (options, sentence) => {
    const answer = await session.multipart('/api/ai/chat/v2/task', {
      title: 'Coffee',
      type: 1,
      senior_options: JSON.stringify(options),
    });
    expect(answer).toMatchObject({ status: 200, code: 40000 });
    expect(answer.msg).toMatch(sentence);
  });
});
