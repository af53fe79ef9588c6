import type { Outline } from '../../../src/outline/outline';
import type { Provider } from '../../../src/service/context/services';
import { checkpointed } from '../../../src/service/generation/checkpoints';
import { type Database, openDatabase } from '../../../src/service/store/database';
import { insertTask, storeContent } from '../../../src/service/store/tasks';
import { ensureUser } from '../../../src/service/store/users';
import type { ContentRequest } from '../../../src/service/writer/writer';
import { describeStores } from '../stores';

const point = (title: string, ...text: string[]) => ({ kind: 'point' as const, title, text });
const outlineOf = (...titles: string[]): Outline => ({
  title: 'Deck',
  language: 'en',
  chapters: titles.map((title) => ({ title, pages: [{ title, blocks: [point(title)] }] })),
});

describeStores('chapters that an attempt has finished', (store) => {
  let db: Database;
  let task: number;
  beforeEach(async () => {
    db = await openDatabase(await store.address());
    const { id } = await ensureUser(db, { apiKey: 'key', uid: 'somebody', channel: '' }, 1);
    task = (await insertTask(db, { userId: id, type: 1, title: 'Deck', options: [], now: 1 })).id;
  });
  afterEach(() => db.destroy());

  /** Writes chapters until it stops at one; returns which had text when it was called. */
  const attempt = async (
    outline: Outline,
    stopAt: string,
    provider: Provider = 'default',
    scene = '',
  ): Promise<string[]> => {
    let had: string[] = [];
    const writer = checkpointed(db, task, provider, {
      async *content({ outline, onChapter }) {
        const isWritten = ({ pages }: Outline['chapters'][number]) =>
          pages[0]!.blocks.every((block) => block.kind !== 'point' || block.text.length > 0);
        had = outline.chapters.filter(isWritten).map(({ title }) => title);
        for (const [at, chapter] of outline.chapters.entries()) {
          if (chapter.title === stopAt) return;
          const { title } = chapter;
          await onChapter?.(at, { title, pages: [{ title, blocks: [point(title, `About ${title}.`)] }] });
          yield title;
        }
      },
    });
    const request: ContentRequest = { outline, options: { scene }, signal: new AbortController().signal };
    for await (const _ of writer.content(request));
    return had;
  };
  const count = async () => (await db.selectFrom('written_chapters').selectAll().execute()).length;

  it('are there for the next attempt at the same text, and for no other', async () => {
    const outline = outlineOf('One', 'Two', 'Three');
    expect(await attempt(outline, 'Two')).toEqual([]);
    expect(await attempt(outline, 'Three')).toEqual(['One']);
    expect(await attempt(outline, 'One')).toEqual(['One', 'Two']);
    expect(await attempt(outlineOf('One', 'Two', 'Four'), 'One')).toEqual([]);
    expect(await attempt(outline, 'One', 'alternative')).toEqual([]);
    expect(await attempt(outline, 'One', 'default', 'a lesson')).toEqual([]);
    expect(await count()).toBe(2);
  });

  it('go when another text is begun, and when the content is stored', async () => {
    await attempt(outlineOf('One', 'Two'), 'Two');
    await attempt(outlineOf('Other', 'Last'), 'Last');
    expect(await count()).toBe(1);
    expect(await attempt(outlineOf('One', 'Two'), 'One')).toEqual([]);
    await storeContent(db, task, 0, outlineOf('Other'));
    expect(await count()).toBe(0);
  });
});
