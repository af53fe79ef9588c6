import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/io/package-root';
import { DEFAULT_HEADINGS } from '../../src/outline/outline-limits';
import { writeOutline } from '../../src/outline/outline-markdown';
import { advancedOptionTree } from '../../src/service/options/advanced-options';
import { OPTION_GROUPS } from '../../src/service/options/option-tree';
import { listTopics, topicById } from '../../src/service/writer/topics/preset-topics';
import { enterpriseTemplates, systemTemplates } from '../../src/slides/render/templates';
import { contentOf, outlineOf, TITLES } from './decks';

/** Readers that look for the last event by this word alone end a stream at a line that has it. */
const CLOSE = /close|closing|closure/i;

const read = (path: string) => readFileSync(join(packageRoot, path), 'utf8').split('\n');

/** Every text in a value, however deep; names of points are keys. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value instanceof RegExp || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...textsOf(inner)]);
}

describe('the service does not say “close” of its own accord', () => {
  const corpora = {
    en: read('src/frames/en.md'),
    zh: read('src/frames/zh.md'),
    topics: read('src/service/writer/topics/topics.json'),
    headings: DEFAULT_HEADINGS,
    options: [OPTION_GROUPS, advancedOptionTree()],
    templates: [...systemTemplates, ...enterpriseTemplates].map(({ name, english, sample }) => [name, english, sample]),
  };

  test.each(Object.entries(corpora))('in the texts of %s', (_name, corpus) => {
    const texts = textsOf(corpus);
    expect(texts.length).toBeGreaterThan(3);
    expect(texts.filter((text) => CLOSE.test(text))).toEqual([]);
  });

  test('in any literal of the folders that text comes from', () => {
    const folders = ['frames', 'service/writer/offline', 'service/writer/topics', 'slides/import'].map((folder) =>
      join(packageRoot, 'src', folder),
    );
    const found = folders.flatMap((folder) =>
      readdirSync(folder)
        .filter((file) => file.endsWith('.ts'))
        .flatMap(
          (file) =>
            readFileSync(join(folder, file), 'utf8').match(/(['"`])(?:(?!\1)[^\\\n])*close(?:(?!\1)[^\\\n])*\1/gi) ??
            [],
        ),
    );
    expect(found).toEqual([]);
  });

  test('in preset topics', () => {
    const { list } = listTopics(1, 1_000);
    expect(list.length).toBeGreaterThan(20);
    expect(list.filter(({ id }) => CLOSE.test(topicById(id)!.content))).toEqual([]);
  });

  test('in outlines and contents for many titles, occasions and revisions', async () => {
    const audience = 'students';
    const scenes = ['teaching', 'report', 'speech', 'marketing', 'meeting', 'thesis defence'];
    for (const [at, title] of TITLES.entries())
      for (const variant of [0, 1, 2]) {
        const options = { audience, scene: scenes[at % scenes.length]!, pages: 'long' as const };
        const comment = variant === 2 ? 'please say more about costs' : '';
        const outline = await outlineOf(title, { options, variant, comment });
        const text = writeOutline(await contentOf(outline, options));
        expect({ title, found: CLOSE.exec(text)?.[0] }).toEqual({ title, found: undefined });
      }
  });
});
