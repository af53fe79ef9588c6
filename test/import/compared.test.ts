import { parseOutline } from '../../src/outline/outline-markdown';
import { compared } from '../../src/slides/import/compared';
import { condensed } from '../../src/slides/import/condense';
import { outlineOf } from '../../src/slides/import/outline-of';
import { textDocument } from '../../src/slides/import/text-document';

const option = (name: string, cost: string, places: string) =>
  `### ${name}\n\n#### Cost\n\n${cost}\n\n#### Places\n\n${places}\n\n`;
const blocksOf = (markdown: string) =>
  compared(parseOutline(`# Care\n\n## Options\n\n${markdown}`)).chapters.flatMap(({ pages }) => pages);

test('sections with the same points are one table, by columns or, if they are many, by rows', () => {
  expect(blocksOf(option('A', '1.4 million', '180') + option('B', '0.6 million', '120'))).toEqual([
    {
      title: 'Options',
      blocks: [
        {
          kind: 'table',
          header: ['', 'A', 'B'],
          rows: [
            ['Cost', '1.4 million', '0.6 million'],
            ['Places', '180', '120'],
          ],
        },
      ],
    },
  ]);
  const many = ['A', 'B', 'C', 'D', 'E'].map((name) => option(name, `${name}1`, `${name}2`)).join('');
  expect(blocksOf(many)[0]!.blocks).toMatchObject([
    { header: ['', 'Cost', 'Places'], rows: { length: 5, 4: ['E', 'E1', 'E2'] } },
  ]);
});

test.each([
  ['other names', option('A', '1', '2') + option('B', '1', '2').replace('Places', 'Rooms')],
  ['long texts', option('A', 'x'.repeat(81), '2') + option('B', '1', '2')],
  ['links', option('A', '[1](https://a.example)', '2') + option('B', '1', '2')],
  ['a single section', option('A', '1', '2')],
])('%s stay as they are', (_, markdown) => {
  expect(
    blocksOf(markdown)
      .flatMap(({ blocks }) => blocks)
      .some(({ kind }) => kind === 'table'),
  ).toBe(false);
});

test('a report without chapters keeps tables and decisions, and its appendices are last', () => {
  const sections = [
    [
      'Weather',
      'The mean of July was 24.1 °C. That is 3 degrees more.\n\n| Year | Days |\n| --- | --- |\n| 2024 | 22 |\n| 2026 | 31 |',
    ],
    ['Deaths', '#### Of 214 deaths, 161 were people older than 75\n\nThe rate differs.'],
    ['Measures', '- Cool rooms\n- Trees\n- Calls'],
    ['Who', 'The council decides.'],
    ['Decisions', '- 12.4 million euros are put into the budget'],
    ['Appendix A: Method', 'A regression was used.'],
    ['Appendix B: Data', 'The weather service.'],
  ];
  const whole = parseOutline(
    `# Heat\n\n## Heat\n\n${sections.map(([name, text]) => `### ${name}\n\n${text}\n`).join('\n')}`,
  );
  const { chapters } = condensed(whole, 8);
  const pages = chapters.flatMap((chapter) => chapter.pages);
  expect(pages.length).toBeLessThanOrEqual(6);
  expect(pages.at(-1)!.title).toBe('Appendices');
  const words = JSON.stringify(pages);
  expect(words).toContain('"rows":[["2024","22"],["2026","31"]]');
  for (const kept of ['214 deaths', '12.4 million', 'Cool rooms', 'A regression']) expect(words).toContain(kept);
});

test('in a text without markup, a short line above a list is its heading', () => {
  const text =
    'Workshop notes\n\nIt was good.\n\nWhat works\n- handover\n- board\n\nIdeas\n1. one form\n2. quiet hour\n';
  const { chapters } = outlineOf(textDocument(text, undefined), { mode: 'polish' });
  expect(chapters.flatMap(({ pages }) => pages.map(({ title }) => title))).toEqual([
    'Introduction',
    'What works',
    'Ideas',
  ]);
});
