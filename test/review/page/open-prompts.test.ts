import { composeFrame } from '../../../src/frames/frame';
import { KINDS } from '../../../src/frames/kinds';
import { writeOutline } from '../../../src/outline/outline-markdown';
import { countPrompts, openPrompts, placesOf } from '../../../src/web/page/open-prompts';
import { parse, write } from '../../../src/web/page/outline';

const languages = ['en', 'zh'] as const;

test.each(languages.flatMap((language) => KINDS.map((kind) => [kind, language] as const)))(
  'a frame of the kind %s in %s has a field for everything that is counted, and is complete once they are filled',
  (kind, language) => {
    const outline = composeFrame({ title: 'Bees', kind, language, isLong: true });
    for (const content of [true, false]) {
      const markdown = writeOutline(outline, { content });
      const read = parse(markdown);
      const slides = openPrompts(read);
      const entries = slides.reduce((sum, { prompts, tables }) => sum + prompts.length + tables.length, 0);
      expect(countPrompts(markdown)).toBe(entries);
      expect(entries).toBeGreaterThan(0);
      const places = placesOf(slides);
      expect(new Set(places.map(({ key }) => key)).size).toBe(places.length);
      const filled = places.reduce((all, { answer }, at) => answer(all, `4|2 **${at}** \\`), read);
      expect(countPrompts(write(filled))).toBe(0);
    }
  },
);

test('the cells of a table are named by their row and column, and only they change', () => {
  const markdown =
    '# Bees\n\n## Costs\n\n### By year\n\n| | 2025 | a \\| b |\n|---|---|---|\n| Hives | [figure] | \\[…\\] |\n| […] | 1 | […] |\n\nEnd\n';
  const read = parse(markdown);
  const [slide] = openPrompts(read);
  expect(slide).toMatchObject({ slide: 'By year', prompts: [], tables: [{ header: ['', '2025', 'a | b'] }] });
  const places = placesOf([slide!]);
  expect(places.map(({ label }) => label)).toEqual(['Hives · 2025', 'Hives · a | b', '2', '2 · a | b']);
  const filled = places.reduce((all, { answer }, at) => answer(all, `${at}`), read);
  expect(write(filled)).toBe(
    markdown.replace('[figure]', '0').replace('\\[…\\]', '1').replace('[…]', '2').replace('[…]', '3'),
  );
});
