import fc from 'fast-check';
import { codeText } from '../../src/outline/code-text';
import type { Block, Chapter, Code, Language, Outline, Page, Picture, Point, Table } from '../../src/outline/outline';
import { cleanText, DEFAULT_HEADINGS } from '../../src/outline/outline-limits';
import { pictureOf } from '../../src/outline/picture-line';

const awkward = fc.constantFrom(
  ...['#', '##', '-', '+', '*', '**', '_', '__', '`', '```', '~~~', '|', '\\', '>', '<!--', '-->', '<br>', '[a](b)'],
  ...[
    '1.',
    '1)',
    '---',
    '===',
    '![x](y)',
    '“',
    '第一章',
    '• x',
    'C#',
    'a_b',
    '_x_',
    '~~y~~',
    '😀',
    ':',
    '：',
    '<b>',
    '   ',
  ],
  ...['机器学习', 'plain words', '2026', '| a | b |', '| --- |', '&amp;', '\\#', '```markdown', '**Lead**: text'],
);

/** Text as an outline holds it: one trimmed line, with everything in it that Markdown could trip over. */
export const text = (maxLength: number) =>
  fc
    .oneof(
      fc.array(fc.oneof(awkward, fc.string({ maxLength: 8, unit: 'grapheme' })), { minLength: 1, maxLength: 6 }),
      fc.array(fc.string({ maxLength: 20, unit: 'binary' }), { minLength: 1, maxLength: 2 }),
    )
    .chain((parts) =>
      fc.constantFrom('', ' ').map((glue) => cleanText(cleanText(parts.join(glue)).slice(0, maxLength))),
    )
    .filter((value) => value !== '');

const nodeType = fc.option(fc.constantFrom('timeline', 'custom-x', '图'), { nil: undefined, freq: 8 });

const typed = <T extends object>(node: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.tuple(node, nodeType).map(([value, type]) => (type === undefined ? value : { ...value, nodeType: type }));

const marked = fc.option(fc.constant({ marked: true as const }), { nil: {}, freq: 5 });

const point: fc.Arbitrary<Point> = typed(
  fc
    .tuple(
      fc.record({ kind: fc.constant('point' as const), title: text(60), text: fc.array(text(200), { maxLength: 3 }) }),
      marked,
    )
    .map(([words, marks]) => ({ ...words, ...marks })),
);

/** Some blocks as the items of one ordered list. */
const counted = (blocks: Block[], start: number): Block[] =>
  blocks.map((block, at) =>
    block.kind === 'point' && blocks.every(isPoint) ? { ...block, number: start + at } : block,
  );
const isPoint = ({ kind }: Block): boolean => kind === 'point';

const cell = fc.oneof(text(20), fc.constant(''));
const table: fc.Arbitrary<Table> = fc.integer({ min: 1, max: 4 }).chain((width) =>
  fc.record({
    kind: fc.constant('table' as const),
    header: fc.array(cell, { minLength: width, maxLength: width }),
    rows: fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 3 }),
  }),
);

const codeLine = fc.tuple(
  fc.constantFrom('', '  ', '\t', '      '),
  fc.oneof(
    text(60),
    fc.constantFrom('', '~~~', '~~~~', '```', '```markdown', '# heading', '<!-- type: x -->', '| a | b |', '| --- |'),
  ),
);
const code: fc.Arbitrary<Code> = fc
  .array(codeLine, { minLength: 1, maxLength: 6 })
  .map((lines) => ({ kind: 'code' as const, text: codeText(lines.map((parts) => parts.join(''))) }))
  .filter((value) => value.text !== '');

const picture: fc.Arbitrary<Picture> = fc
  .tuple(
    fc.stringMatching(/^[\da-f]{64}$/),
    fc.oneof(text(60), fc.constantFrom('', '[a](b)', '"', '\\')),
    fc.option(fc.oneof(text(60), fc.constantFrom('"x")', '\\')), { nil: undefined }),
  )
  .map(([hash, alt, caption]) => pictureOf(hash, alt, caption));

const block: fc.Arbitrary<Block> = fc.oneof(
  { arbitrary: point, weight: 4 },
  { arbitrary: table, weight: 1 },
  { arbitrary: code, weight: 1 },
  { arbitrary: picture, weight: 1 },
);
const list = fc.array(block, { maxLength: 4 });
const blocks = fc.oneof(
  { arbitrary: list, weight: 3 },
  { arbitrary: fc.tuple(list, fc.nat({ max: 90 })).map(([each, start]) => counted(each, start)), weight: 1 },
);
const page: fc.Arbitrary<Page> = typed(fc.record({ title: text(60), blocks }));
const chapter: fc.Arbitrary<Chapter> = typed(fc.record({ title: text(60), pages: fc.array(page, { maxLength: 3 }) }));

const defaults = Object.values(DEFAULT_HEADINGS).flatMap((words) => [words.catalog, words.ending]);
const heading = fc.option(
  text(40).filter((value) => !defaults.includes(value)),
  { nil: undefined },
);

/** Every valid outline: both languages, with and without custom headings, foreign node types, tables and code. */
export const outline: fc.Arbitrary<Outline> = fc
  .record({
    title: text(80),
    language: fc.constantFrom<Language>('en', 'zh'),
    chapters: fc.array(chapter, { minLength: 1, maxLength: 4 }),
    catalog: heading,
    ending: heading,
  })
  .map(({ catalog, ending, ...rest }) => ({
    ...rest,
    ...(catalog === undefined ? {} : { catalog }),
    ...(ending === undefined ? {} : { ending }),
  }));
