import { zipSync } from 'fflate';
import { checkDeck } from '../../src/slides/check/check-deck';
import type { Finding, RuleId } from '../../src/slides/check/finding';
import { composeDeck } from '../../src/slides/render/compose';
import { writePptx } from '../../src/slides/render/pptx/package';
import { type ExampleSpec, templateFile } from '../brand/template-file';
import { chinese, english } from '../render/samples';
import { someTemplates } from '../render/some-templates';
import { box, chart, group, image, solid, text } from './shapes';

const SLIDE: Pick<ExampleSpec, 'layout' | 'title'> = { layout: 6, title: 'Sales rose in every region' };
const sentence = 'The port handles more containers every year than its terminals can take.';

const found = (...examples: Partial<ExampleSpec>[]): Finding[] =>
  checkDeck(templateFile({ template: false, examples: examples.map((each) => ({ ...SLIDE, ...each })) })).findings;
const of = (rule: RuleId, ...examples: Partial<ExampleSpec>[]): Finding[] =>
  found(...examples).filter((each) => each.rule === rule);
const words = (count: number): string => Array.from({ length: count }, () => 'container').join(' ');

/** Each rule with a slide that breaks it, and one that nearly does. */
const CASES: readonly [rule: RuleId, bad: Partial<ExampleSpec>, good: Partial<ExampleSpec>][] = [
  ['text-overflow', { shapes: text(sentence, [66, 150, 200, 60]) }, { shapes: text(sentence, [66, 150, 200, 160]) }],
  [
    'text-overlap',
    { shapes: text(sentence, [66, 150, 800, 40]) + text('Another text', [66, 155, 800, 40]) },
    { shapes: text(sentence, [66, 150, 800, 40]) + text('Another text', [66, 190, 800, 40]) },
  ],
  [
    'hidden-text',
    {
      shapes:
        text('Behind', [100, 200, 200, 40]) +
        box('Cover', [90, 190, 300, 80], `<a:solidFill>${solid('EEEEEE')}</a:solidFill>`),
    },
    {
      shapes:
        text('Behind', [100, 200, 200, 40]) +
        box('Glass', [90, 190, 300, 80], `<a:solidFill>${solid('EEEEEE', 20)}</a:solidFill>`),
    },
  ],
  [
    'outside-slide',
    { shapes: text(sentence, [700, 200, 800, 40], { body: 'wrap="none"' }) },
    { shapes: box('Decoration', [900, -50, 200, 200], `<a:solidFill>${solid('EEEEEE')}</a:solidFill>`) },
  ],
  ['margin', { shapes: text('At the edge', [2, 200, 200, 40]) }, { shapes: text('Inside', [30, 200, 200, 40]) }],
  [
    'contrast',
    { shapes: text('Pale', [66, 200, 200, 40], { color: solid('CCCCCC') }) },
    { shapes: text('Dark', [66, 200, 200, 40], { color: solid('595959') }) },
  ],
  [
    'contrast',
    { shapes: text('Dark on dark', [66, 200, 200, 40], { fill: solid('202020') }) },
    { shapes: text('Light on dark', [66, 200, 200, 40], { fill: solid('202020'), color: solid('FFFFFF') }) },
  ],
  [
    'contrast',
    {
      shapes:
        box('Panel', [50, 150, 400, 200], `<a:solidFill>${solid('101010')}</a:solidFill>`) +
        text('Dark', [66, 200, 200, 40]),
    },
    {
      shapes:
        box('Panel', [50, 150, 400, 200], `<a:solidFill>${solid('101010', 10)}</a:solidFill>`) +
        text('Dark', [66, 200, 200, 40]),
    },
  ],
  [
    'contrast',
    {
      background: `<p:bg><p:bgPr><a:solidFill><a:schemeClr val="tx1"><a:lumMod val="85000"/></a:schemeClr></a:solidFill></p:bgPr></p:bg>`,
    },
    {
      background: `<p:bg><p:bgPr><a:solidFill><a:schemeClr val="accent1"><a:lumMod val="20000"/><a:lumOff val="80000"/></a:schemeClr></a:solidFill></p:bgPr></p:bg>`,
    },
  ],
  [
    'unfilled-prompt',
    { shapes: text('[Revenue in Q3, against plan]', [66, 150, 400, 40]) },
    { shapes: text('Revenue [in millions] rose', [66, 150, 400, 40]) },
  ],
  [
    'markup-in-text',
    { shapes: text('See [the guide](https://a.example)', [66, 150, 400, 40]) },
    { shapes: text('Sales &lt; 5 and [1] (2)', [66, 150, 400, 40]) },
  ],
  [
    'markup-in-text',
    { shapes: text('&lt;div align=&quot;center&quot;&gt; Hello', [66, 150, 400, 40]) },
    { shapes: text('a **b** c'.replaceAll('**', '*'), [66, 150, 400, 40]) },
  ],
  [
    'repeated-text',
    { shapes: text(sentence, [66, 150, 800, 40]) + text(sentence, [66, 250, 800, 40]) },
    { shapes: text('Yes', [66, 150, 800, 40]) + text('Yes', [66, 250, 800, 40]) },
  ],
  ['repeated-text', { shapes: text(SLIDE.title!, [66, 150, 800, 40]) }, { shapes: text(sentence, [66, 150, 800, 40]) }],
  [
    'dangling-colon',
    { shapes: text('With plain fetch, it would be:', [66, 150, 800, 40]) },
    {
      shapes: text('The main risks are:', [66, 150, 800, 40]) + text('Staff and money', [66, 250, 800, 40]),
    },
  ],
  [
    'dangling-colon',
    { shapes: text(sentence, [66, 150, 800, 40]) + text('Costs in 2025:', [66, 250, 800, 40]) },
    {
      shapes: text('Save it:', [66, 150, 800, 40]) + text('deck run', [66, 150, 800, 40], { typeface: 'Courier New' }),
    },
  ],
  [
    'caption-without-object',
    { shapes: text('Table 2: Costs in million euros', [66, 150, 800, 40]) },
    { shapes: text('Table 2: Costs in million euros', [66, 150, 800, 40]) + image([66, 250, 300, 100], 'Costs') },
  ],
  [
    'missing-glyph',
    { shapes: text('Caf\ufffd', [66, 200, 200, 40]) },
    { shapes: text('\uf0a7', [66, 200, 200, 40], { typeface: 'Wingdings' }) },
  ],
  [
    'missing-part',
    { links: [['rId9', 'image', '../media/lost.png']] },
    { links: [['rId9', 'image', '../media/logo1.png']] },
  ],
  [
    'dead-link',
    { links: [['rId9', 'hyperlink', 'https://', 'External']] },
    { links: [['rId9', 'hyperlink', 'https://example.com/a', 'External']] },
  ],
  [
    'text-size',
    { shapes: text(words(20), [66, 200, 800, 100], { size: 10 }) },
    { shapes: text('Source: port authority', [66, 200, 800, 40], { size: 10 }) },
  ],
  [
    'empty-band',
    { shapes: text(words(14), [66, 140, 828, 80]) },
    { shapes: text(words(14), [66, 240, 828, 80]) + text('Below', [66, 430, 828, 40]) },
  ],
  [
    'alt-text',
    { shapes: image([66, 200, 200, 100]), picture: true },
    { shapes: image([66, 200, 200, 100], 'A crane'), picture: true },
  ],
  [
    'alt-text',
    { shapes: chart([66, 200, 200, 100], ''), chart: true },
    {
      shapes: image(
        [66, 200, 200, 100],
        '',
        '<a:extLst><a:ext uri="{C183D7F6-B498-43B3-948B-1728B52AA6E4}"><adec:decorative xmlns:adec="http://schemas.microsoft.com/office/drawing/2017/decorative" val="1"/></a:ext></a:extLst>',
      ),
      picture: true,
    },
  ],
  ['missing-title', { title: '' }, {}],
  [
    'empty-placeholder',
    { layout: 2, shapes: text('', undefined, { placeholder: '<p:ph idx="1"/>' }) },
    { layout: 2, shapes: text('Content', undefined, { placeholder: '<p:ph idx="1"/>' }) },
  ],
  [
    'words',
    { shapes: text(words(130), [66, 140, 828, 380], { size: 12 }) },
    { shapes: text(words(100), [66, 140, 828, 380], { size: 12 }) },
  ],
  [
    'torn-word',
    { shapes: text('Donaudampfschifffahrt', [66, 200, 90, 120]) },
    { shapes: text('Donaudampfschifffahrt', [66, 200, 300, 120]) },
  ],
  [
    'right-to-left',
    { shapes: text('مرحبا بالعالم', [66, 200, 300, 40]) },
    { shapes: text('مرحبا بالعالم', [66, 200, 300, 40], { paragraph: 'rtl="1"' }) },
  ],
  [
    'loose-text',
    { shapes: text('Loose', [66, 200, 300, 40]) },
    { layout: 2, shapes: text('Content', undefined, { placeholder: '<p:ph idx="1"/>' }) },
  ],
  [
    'off-theme-color',
    { shapes: text('Red', [66, 200, 300, 40], { color: solid('C00000') }) },
    { shapes: text('Accent', [66, 200, 300, 40], { color: '<a:schemeClr val="accent1"/>' }) },
  ],
  [
    'label-title',
    { title: 'Background', shapes: text(words(14), [66, 260, 828, 80]) },
    { title: 'Background', shapes: text(words(5), [66, 260, 828, 80]) },
  ],
  [
    'near-alignment',
    { shapes: text('One', [66, 200, 300, 60]) + text('Two', [69, 300, 300, 60]) },
    { shapes: text('One', [66, 200, 300, 60]) + text('Two', [66, 300, 300, 60]) },
  ],
  [
    'fonts',
    {
      shapes: ['Arial', 'Georgia', 'Verdana']
        .map((typeface, at) => text('x', [66, 150 + 60 * at, 300, 50], { typeface }))
        .join(''),
    },
    {
      shapes: ['Arial', 'Georgia']
        .map((typeface, at) => text('x', [66, 150 + 60 * at, 300, 50], { typeface }))
        .join(''),
    },
  ],
];

test.each(CASES)('%s is found on the slide that has it, and not on the other', (rule, bad, good) => {
  expect(of(rule, good)).toEqual([]);
  const [first, ...more] = of(rule, bad);
  expect(more).toEqual([]);
  expect(first).toMatchObject({
    rule,
    message: expect.stringMatching(/^\S.*\.$/),
    remedy: expect.stringMatching(/\.$/),
  });
  if (rule !== 'fonts') expect(first!.slide).toBe(1);
});

test('the same title twice is found once, on the second slide', () => {
  expect(of('duplicate-title', {}, {}, { title: 'Costs fell in every region' })).toMatchObject([
    { slide: 2, message: 'Slide 1 has the same title.' },
  ]);
});

describe('a slide with a few words', () => {
  const around = (middle: Partial<ExampleSpec>) => of('near-empty', {}, middle, {});
  test.each<[string, Partial<ExampleSpec>, string]>([
    ['only a title', {}, 'nothing'],
    ['one word', { shapes: text('Soon', [66, 150, 300, 40]) }, 'one word'],
    ['a short line', { shapes: text('Table of costs', [66, 150, 300, 40]) }, '3 words'],
    [
      'an empty box',
      { shapes: box('Bar', [66, 150, 300, 4], `<a:solidFill>${solid('EEEEEE')}</a:solidFill>`) },
      'nothing',
    ],
  ])('with %s is found', (_, middle, has) => {
    expect(around(middle)).toMatchObject([{ slide: 2, message: `The slide has ${has} besides its title.` }]);
  });

  const bar = (at: number) => box('Bar', [66 + 100 * at, 150, 60, 90], `<a:solidFill>${solid('EEEEEE')}</a:solidFill>`);
  test.each<[string, Partial<ExampleSpec>]>([
    ['a section', { layout: 3 }],
    ['an image', { shapes: image([66, 150, 300, 100], 'A crane'), picture: true }],
    ['a chart', { shapes: chart([66, 150, 300, 100]), chart: true }],
    ['a large number', { shapes: text('38 %', [66, 150, 300, 90], { size: 60 }) }],
    ['a large quotation', { shapes: text('“It just works”', [66, 150, 600, 90], { size: 40 }) }],
    ['a drawing', { shapes: bar(0) + bar(1) + bar(2) }],
    ['a list', { shapes: text('Light\nWater\nAir', [66, 150, 300, 90]) }],
    ['code', { shapes: text('deck run', [66, 150, 300, 40], { typeface: 'Courier New' }) }],
    ['a sentence', { shapes: text(sentence, [66, 150, 800, 40]) }],
    ['a long statement as its title', { title: 'We must close the old plant before the next winter comes to us' }],
  ])('is not found if it has %s', (_, middle) => expect(around(middle)).toEqual([]));
});

describe('a sentence on two slides', () => {
  const one = (line: string, y = 150, size = 20) => ({
    title: `Title ${y}`,
    shapes: text(line, [66, y, 828, 40], { size }),
  });
  const repeats = (...examples: Partial<ExampleSpec>[]) => of('repeated-text', ...examples, {});

  it('is found once on the second slide', () => {
    const found = repeats(one(sentence), one('Another one that is long enough to count'), one(`${sentence} `, 250));
    expect(found).toMatchObject([{ slide: 3, message: expect.stringMatching(/^“The port.*” is on slide 1 too\.$/) }]);
  });

  it('is found in Chinese', () => {
    expect(repeats(one('港口每年处理的集装箱越来越多'), one('港口每年处理的集装箱越来越多', 250))).toHaveLength(1);
  });

  const source = 'Source: annual report of the port authority, 2025';
  test.each<[string, Partial<ExampleSpec>[]]>([
    ['a label', [one('Costs'), one('Costs', 250)]],
    ['a source', [one(source), one(source, 250)]],
    ['small text', [one(sentence, 150, 10), one(sentence, 250, 10)]],
    [
      'at one place of every slide',
      [one(sentence), { ...one(sentence), title: 'B' }, { ...one(sentence), title: 'C' }],
    ],
    ['the title of a slide', [{ title: sentence }, one(sentence), one(sentence, 250)]],
    [
      'on the pages of one table',
      [
        { ...one(sentence), title: 'A (1/2)' },
        { ...one(sentence, 250), title: 'A (2/2)' },
      ],
    ],
  ])('is not found if it is %s', (_, examples) => expect(repeats(...examples)).toEqual([]));
});

test('an ending may have a label as its title, and a chapter may list captions', () => {
  const thanks = { title: 'Thank you', shapes: text(words(14), [66, 260, 828, 80]) };
  expect(of('label-title', {}, thanks)).toEqual([]);
  expect(of('label-title', {}, { ...thanks, title: 'Agenda' }, {})).toEqual([]);
  expect(of('label-title', {}, thanks, {})).toHaveLength(1);
  const chapter = { shapes: text('Table 2: Costs in million euros', [66, 150, 800, 40]) };
  expect(of('caption-without-object', { ...chapter, layout: 3 })).toEqual([]);
});

test('text that shrinks when it is edited is a warning; no finding for a frame that grows', () => {
  const shown = (fit: string) => of('text-overflow', { shapes: text(sentence, [66, 150, 200, 60], { fit }) });
  expect(shown('<a:normAutofit/>')).toMatchObject([{ severity: 'warning' }]);
  expect(shown('<a:normAutofit fontScale="40000"/>')).toEqual([]);
  expect(shown('<a:spAutoFit/>')).toEqual([]);
});

test('a placeholder has the place and size of its layout and master', () => {
  const long = text(words(90), undefined, { placeholder: '<p:ph idx="1"/>', name: 'Body', size: 28 });
  expect(of('text-overflow', { layout: 2, shapes: long })).toMatchObject([
    { shape: 'Body', message: expect.stringMatching(/its frame has 335 pt/) },
  ]);
});

test('shapes in a scaled group are where the group puts them', () => {
  const inside = text('Grouped', [1000, 1000, 200, 40]);
  expect(of('outside-slide', { shapes: group([100, 200, 400, 80], [1000, 1000, 400, 80], inside) })).toEqual([]);
  expect(of('outside-slide', { shapes: group([900, 500, 400, 80], [1000, 1000, 400, 80], inside) })).toHaveLength(1);
});

test('the editability level is the first step that a deck misses', () => {
  const level = (...examples: Partial<ExampleSpec>[]) =>
    checkDeck(templateFile({ template: false, examples: examples.map((each) => ({ ...SLIDE, ...each })) })).editability;
  const two = text('One\nTwo', [66, 200, 300, 80]);
  const grouped = group([60, 300, 400, 80], [60, 300, 400, 80], text('One\nTwo', [66, 300, 300, 80]));
  expect(level({})).toMatchObject({ level: 0, next: expect.stringContaining('no slide has text') });
  const one = text('One', [66, 200, 300, 80]);
  expect(level({ shapes: one })).toEqual({ level: 0, next: expect.stringContaining('0 % of the text frames') });
  expect(level({ layout: 2, shapes: text('One\nTwo', undefined, { placeholder: '<p:ph idx="1"/>' }) })).toMatchObject({
    level: 1,
  });
  expect(level({ shapes: two })).toEqual({ level: 2, next: 'all slides use the same layout' });
  expect(level({ shapes: two }, { layout: 2, shapes: two })).toEqual({ level: 2, next: 'no objects are grouped' });
  expect(level({ shapes: grouped }, { layout: 2, shapes: two })).toMatchObject({ level: 3 });
  const four = { shapes: grouped + chart([500, 300, 300, 100]), chart: true };
  expect(level(four, { layout: 2, shapes: two })).toMatchObject({ level: 4 });
});

describe('decks of this product', () => {
  test.each(someTemplates.map((template) => [template.english, template] as const))(
    '%s: no error in any language and arrangement',
    (_, template) => {
      for (const outline of [english, chinese]) {
        for (const arrangement of ['standard', 'pro'] as const) {
          const { findings, slides } = checkDeck(writePptx(composeDeck(outline, template, arrangement)));
          expect(slides).toBeGreaterThan(20);
          expect(findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
        }
      }
    },
  );
});

test.each<[string, Uint8Array, RegExp]>([
  ['an empty file', new Uint8Array(), /empty/],
  ['another file', Buffer.from('Hello'), /not a PowerPoint file/],
  ['a Word document', zipSync({ 'word/document.xml': Buffer.from('<w/>') }), /not a PowerPoint file/],
  ['a file with a password', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0]), /password/],
  ['a truncated file', templateFile({ examples: [SLIDE] }).slice(0, 2_000), /corrupted/],
])('%s is refused with the reason', (_, bytes, reason) => {
  expect(() => checkDeck(bytes)).toThrow(reason);
});
