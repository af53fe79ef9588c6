import { strFromU8, unzipSync } from 'fflate';
import type { Outline } from '../../src/outline/outline';
import { BrandError } from '../../src/slides/brand/brand-error';
import { checkTemplate, fillTemplate } from '../../src/slides/brand/fill-template';
import { reportTemplate } from '../../src/slides/brand/report';
import { COMPLETE } from '../deep';
import { english } from '../render/samples';
import { corpus } from './corpus';

const partsOf = (bytes: Uint8Array): Record<string, Uint8Array> => unzipSync(bytes);
const design = /^ppt\/(?:slideMasters|slideLayouts|theme|media\/logo|notesMasters)/;
const texts = (xml: string): string => [...xml.matchAll(/<a:t>([^<]*)<\/a:t>/g)].map((match) => match[1]).join(' ');
const slidesOf = (parts: Record<string, Uint8Array>): string[] =>
  Object.keys(parts)
    .filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name))
    .sort((a, b) => Number(/\d+/.exec(a)![0]) - Number(/\d+/.exec(b)![0]))
    .map((name) => strFromU8(parts[name]!));

const long = (word: string, count: number): string =>
  Array.from({ length: count }, (_, at) => `${word}${at}`).join(' ');
/** Text only, far more than fits. */
const plain: Outline = {
  title: 'Alpha beta',
  language: 'en',
  chapters: [
    {
      title: 'First chapter',
      pages: [
        {
          title: 'Long list',
          blocks: Array.from({ length: 14 }, (_, at) => ({
            kind: 'point' as const,
            title: `Point number ${at}`,
            text: [long(`p${at}w`, 12)],
          })),
        },
        { title: 'Long paragraph', blocks: [{ kind: 'point', title: '', text: [`${long('run', 400)}.`] }] },
        { title: `A title that ${long('never', 60)} ends`, blocks: [] },
      ],
    },
    {
      title: 'Second chapter',
      pages: [
        {
          title: 'Two',
          blocks: [
            { kind: 'point', title: 'Left', text: ['one'] },
            { kind: 'point', title: 'Right', text: ['two'] },
          ],
        },
      ],
    },
  ],
};

/** The others in test/faults/complete-tables. */
const usable = corpus
  .filter(({ expected }) => !(expected instanceof RegExp))
  .filter((_, at) => COMPLETE || at % 6 === 0);
const refused = corpus.filter(({ expected }) => expected instanceof RegExp);

it('has at least 30 templates', () => expect(corpus.length).toBeGreaterThanOrEqual(30));

describe.each(usable)('$name', ({ file, expected }) => {
  const filled = fillTemplate({ file, outline: english });
  const before = partsOf(file);
  const after = partsOf(filled);

  it('is mapped by its placeholders', () => {
    const { mapping, refusal } = reportTemplate(file);
    expect(refusal).toBeNull();
    expect(mapping).toMatchObject(expected as object);
  });

  it('keeps masters, layouts, themes and their media byte by byte', () => {
    const names = Object.keys(before).filter((name) => design.test(name));
    expect(names.length).toBeGreaterThan(2);
    for (const name of names)
      expect([name, Buffer.from(after[name] ?? [])]).toEqual([name, Buffer.from(before[name]!)]);
  });

  it('has no trace of the example slides', () => {
    expect(Object.keys(after).filter((name) => /example|embeddings\/book/.test(name))).toEqual([]);
    expect(slidesOf(after).join('')).not.toContain('Example ');
    const presentation = strFromU8(after['ppt/presentation.xml']!);
    expect(presentation.match(/<p:sldId /g)).toHaveLength(slidesOf(after).length);
    expect(presentation).not.toMatch(/custShow|sectionLst/);
    expect(strFromU8(after['[Content_Types].xml']!)).toContain('presentation.main+xml');
  });

  it('fills placeholders that its layouts have, each once, with distinct ids', () => {
    for (const [at, slide] of slidesOf(after).entries()) {
      const ids = [...slide.matchAll(/<p:cNvPr id="(\d+)"/g)].map((match) => match[1]);
      expect(new Set(ids).size).toBe(ids.length);
      const links = strFromU8(after[`ppt/slides/_rels/slide${at + 1}.xml.rels`]!);
      const layout = strFromU8(after[/slideLayouts\/slideLayout\d+\.xml/.exec(links)![0].replace(/^/, 'ppt/')]!);
      const holders = [...slide.matchAll(/<p:ph[^>]*\/>/g)].map((match) => match[0]);
      expect(new Set(holders).size).toBe(holders.length);
      for (const each of holders) expect(layout).toContain(each);
      expect(slide).toMatch(/<p:ph type="(?:title|ctrTitle)"/);
    }
  });

  it('refers only to parts that exist', () => {
    for (const [name, content] of Object.entries(after).filter(([path]) => path.endsWith('.rels'))) {
      const folder = name.replace(/_rels\/[^/]+$/, '');
      for (const [, target] of strFromU8(content).matchAll(/Target="([^"]+)"/g)) {
        const path = new URL(target!, `file:///${folder}`).pathname.slice(1);
        expect([name, path in after]).toEqual([name, true]);
      }
    }
  });

  it('loses no text and shrinks none below the limits', () => {
    const slides = slidesOf(partsOf(fillTemplate({ file, outline: plain })));
    const shown = ` ${slides.map(texts).join(' ')} `.replace(/\s+/g, ' ');
    const blocks = plain.chapters.flatMap(({ title, pages }) => [
      title,
      ...pages.flatMap((page) => [
        page.title,
        ...page.blocks.flatMap((block) => (block.kind === 'point' ? [block.title, ...block.text] : [])),
      ]),
    ]);
    const missing = blocks.flatMap((each) => each.split(' ')).filter((word) => word !== '' && !shown.includes(word));
    expect(missing).toEqual([]);
    // Text that is shrunk has its size itself, and is never below 12 pt; smaller text of a template is not shrunk.
    const sizes = slides.flatMap((slide) =>
      [...slide.matchAll(/<a:rPr[^>]* sz="(\d+)"/g)].map(([, size]) => Number(size)),
    );
    expect(Math.min(1200, ...sizes)).toBe(1200);
  });

  it('gives the same bytes again', () => {
    expect(fillTemplate({ file, outline: english }).equals(filled)).toBe(true);
  });
});

it.each(refused)('refuses: $name', ({ file, expected }) => {
  const attempts = [() => fillTemplate({ file, outline: english }), () => checkTemplate(file, 'Acme')];
  for (const attempt of attempts) {
    expect(attempt).toThrow(BrandError);
    expect(attempt).toThrow(expected as RegExp);
  }
});
