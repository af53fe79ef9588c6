import { madeBefore } from '../../setup/made-before';
import { serviceForTests } from '../running-service';
import { Session } from '../session';

describe('the search for templates', () => {
  const service = serviceForTests();
  const session = madeBefore(() => Session.open(service.url, 'reader'));

  const search = async (query: Record<string, number> = {}): Promise<number[]> => {
    const { data } = await session.get('/api/template_component/suit/search', { page: 1, page_size: 20, ...query });
    return data.list.map(({ id }: { id: number }) => id);
  };
  const taskOf = async (title: string): Promise<number> => (await session.createTask(title)).data.id;

  it('starts with the template that suits the topic of a task; the others follow in their order', async () => {
    const all = await search();
    const found = await search({ task_id: await taskOf('Forests and the climate') });
    expect(found[0]).toBe(1004);
    expect(found).toEqual([1004, ...all.filter((id) => id !== 1004)]);
  });

  it('keeps the order for a task without a known topic', async () => {
    expect(await search({ task_id: await taskOf('Something else') })).toEqual(await search());
  });

  it('a design saved without a template has one that suits its title, the same every time', async () => {
    const task = await session.writtenTask('Hospitals and patients');
    const cover = async (fields: Record<string, number> = {}): Promise<Buffer> => {
      const { data } = await session.form('/api/design/v2/save', { task_id: task, ...fields });
      return Buffer.from(await (await fetch(data.cover_url)).arrayBuffer());
    };
    const suiting = await cover({ template_id: 1011, template_type: 1 });
    expect((await cover()).equals(suiting)).toBe(true);
    expect((await cover()).equals(suiting)).toBe(true);
    expect((await cover({ template_id: 1001, template_type: 1 })).equals(suiting)).toBe(false);
  });
});
