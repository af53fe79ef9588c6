import { composeFrame, withBrief } from '../../src/frames/frame';
import { KINDS } from '../../src/frames/kinds';
import { readFacts, withFacts } from '../../src/outline/facts';
import type { Outline } from '../../src/outline/outline';
import { parseOutline, writeOutline } from '../../src/outline/outline-markdown';
import { isBlank, isFrame, promptsOf } from '../../src/outline/prompts';
import { composeDeck } from '../../src/slides/render/compose';
import { systemTemplates } from '../../src/slides/render/templates';
import { JUDGED } from './titles';

const pagesOf = ({ chapters }: Outline) => chapters.flatMap(({ pages }) => pages);
const titlesOf = (outline: Outline) => pagesOf(outline).map(({ title }) => title);
const blocksOf = (outline: Outline) => pagesOf(outline).flatMap(({ blocks }) => blocks);
const languageOf = (title: string) => (/\p{Script=Han}/u.test(title) ? 'zh' : 'en');

describe.each(KINDS.flatMap((kind) => (['en', 'zh'] as const).map((language) => [kind, language] as const)))(
  '%s in %s',
  (kind, language) => {
    const frame = composeFrame({ title: 'X', language, kind });

    test('six pages of prompts and objects, every point and blank open', () => {
      expect(pagesOf(frame)).toHaveLength(6);
      expect(isFrame(frame)).toBe(true);
      expect(promptsOf(frame)).toHaveLength(blocksOf(frame).length);
      const objects = pagesOf(frame).filter(
        ({ blocks }) =>
          blocks[0]?.kind === 'table' || /^\[(?:Date|日期)\]/.test((blocks[0] as { title: string }).title),
      );
      // A speech tells; all others have at least one table, chart or timeline.
      expect(objects.length).toBeGreaterThanOrEqual(1);
    });

    test('no heading twice, whatever is added, and Markdown reads it back', () => {
      const whole = composeFrame({
        title: 'X',
        language,
        kind,
        isLong: true,
        audience: 'x',
        remember: ['p', 'q', 'r'],
      });
      const headings = blocksOf(whole).flatMap((block) => (block.kind === 'point' ? [block.title] : []));
      const all = [...whole.chapters.map(({ title }) => title), ...titlesOf(whole), ...headings];
      expect(all.filter((each, at) => all.indexOf(each) !== at)).toEqual([]);
      expect(JSON.stringify(whole)).not.toMatch(/\{\w+\}/);
      expect(parseOutline(writeOutline(whole))).toEqual(whole);
    });

    test('texts fit on a slide and have the punctuation of their language', () => {
      for (const prompt of promptsOf(frame)) {
        expect(prompt.length).toBeLessThanOrEqual(language === 'zh' ? 40 : 110);
        expect(prompt.replace('“X”', '')).not.toMatch(language === 'zh' ? /[,.!?;:"'[\]]/ : /[，。！？；：“”[\]]/);
      }
    });
  },
);

test('a title puts none of its words into a frame, except as a whole, and the names of a comparison', () => {
  for (const [kind, title] of JUDGED) {
    const chapters = JSON.parse(
      JSON.stringify(composeFrame({ title, language: languageOf(title) }).chapters)
        .replaceAll(`“${title}”`, '“X”')
        .replaceAll('[What people should say about this', '[What people should say about “X”'),
    );
    const other = composeFrame({ title: 'X', language: languageOf(title), kind });
    if (kind !== 'comparison') expect(chapters).toEqual(other.chapters);
  }
  const named = JSON.stringify(composeFrame({ title: 'Gas vs heat pump', language: 'en' }));
  expect(named).toContain('Gas and heat pump, point by point');
});

describe('on slides', () => {
  const shapesOf = (kind: 'budget' | 'incident' | 'comparison') => {
    const outline = composeFrame({ title: 'Gas vs heat pump', language: 'en', kind });
    return composeDeck(outline, systemTemplates[0]!).slides.flatMap(({ shapes }) => shapes);
  };

  test('blank numbers over time are a native chart with axes and names, without values', () => {
    const charts = shapesOf('budget').filter((shape) => shape.kind === 'chart');
    expect(charts.map(({ data }) => [data.blank, data.categories, data.series.map(({ name }) => name)])).toEqual([
      [true, ['Q1', 'Q2', 'Q3', 'Q4'], ['Planned', 'Last year']],
    ]);
  });

  test('blank cells are empty in a table with the names of the title', () => {
    const tables = shapesOf('comparison').filter((shape) => shape.kind === 'table');
    expect(tables.length).toBeGreaterThanOrEqual(2);
    expect(JSON.stringify(tables)).toContain('heat pump');
    expect(JSON.stringify(tables)).not.toContain('[…]');
  });

  test('stations without a date are a timeline', () => {
    expect(shapesOf('incident').filter(({ name }) => name === 'Station')).toHaveLength(4);
  });
});

describe('answers of a person', () => {
  const title = 'Project Nightjar';
  const frame = composeFrame({ title, language: 'en' });

  test('become the titles of slides', () => {
    const remember = ['Night buses lose every second driver', 'Fixed shifts kept them in Graz'];
    const outline = withBrief(frame, { remember, audience: 'For the works council, to agree on a trial' });
    expect(titlesOf(outline).slice(0, 2)).toEqual(remember);
    expect(titlesOf(outline).at(-1)).toBe('For the works council, to agree on a trial');
    expect(titlesOf(outline)).toHaveLength(9);
  });

  test('another kind replaces the frame and keeps what a reviewer asked for', () => {
    const asked = composeFrame({
      title,
      language: 'en',
      variant: 1,
      comment: 'Please add a page about noise at night',
    });
    const outline = withBrief(asked, { kind: 'incident' });
    expect(titlesOf(outline)).toEqual([
      ...titlesOf(composeFrame({ title, language: 'en', kind: 'incident' })),
      'Noise at night',
    ]);
  });

  test('are added to a written outline, whose pages stay', () => {
    const written = parseOutline('# T\n## C\n### Page one\n#### A point\nText.\n### Page two\n#### B\nText.');
    const outline = withBrief(written, { kind: 'incident', remember: ['Only this'] });
    expect(titlesOf(outline)).toEqual(['Only this', 'Page one', 'Page two']);
    const told = withBrief(written, { audience: 'the board', remember: ['page one', 'Only this'] }, true);
    expect(titlesOf(told)).toEqual(['Only this', 'Page one', 'Page two']);
  });
});

test('a fact fills a date, and leaves the cells of a table', () => {
  const frame = composeFrame({ title: 'X', language: 'en', kind: 'incident' });
  const filled = withFacts(frame, readFacts('Cause found: 14:20\nImpact: none'));
  const points = blocksOf(filled).flatMap((block) => (block.kind === 'point' ? [block.title] : []));
  expect(points).toContain('14:20 Cause found');
  expect(points).not.toContain('[Date] Cause found');
  expect(blocksOf(filled).some((block) => block.kind === 'table' && block.rows.flat().some(isBlank))).toBe(true);
  expect(promptsOf(filled)).toHaveLength(promptsOf(frame).length - 1);
});
