import { unzipSync } from 'fflate';
import type { Outline } from '../../src/outline/outline';
import { type Brand, renderDeck, renderPages } from '../../src/slides/render/exports';
import { systemTemplates } from '../../src/slides/render/templates';
import { templateFile } from '../brand/template-file';
import { chinese, english } from './samples';
import { someTemplates } from './some-templates';

const templateId = systemTemplates[0]!.id;
const brand: Brand = {
  look: { name: 'Acme', palette: systemTemplates[0]!.palette, fonts: systemTemplates[0]!.fonts, dark: false },
  file: { bytes: templateFile({}), roles: {} },
};
/** Short chapters, which have no divider. */
const short: Outline = {
  title: 'Bees',
  language: 'en',
  chapters: ['Roofs', 'Honey'].map((title) => ({
    title,
    pages: [{ title: `${title} today`, blocks: [{ kind: 'point', title: 'Hives', text: ['They hum all day.'] }] }],
  })),
};

const slidesOf = (bytes: Uint8Array): number =>
  Object.keys(unzipSync(bytes)).filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name)).length;

describe('the pages of a deck', () => {
  it.each<[string, Outline, { templateId: number; brand?: Brand }]>([
    ...someTemplates.map(
      ({ english: name, id }) => [name, english, { templateId: id }] as [string, Outline, { templateId: number }],
    ),
    ['a Chinese deck', chinese, { templateId }],
    ['a short deck', short, { templateId }],
    ['a PowerPoint file', english, { templateId: 10_001, brand }],
    ['a PowerPoint file and a short deck', short, { templateId: 10_001, brand }],
  ])('are as many as the slides of its PPTX, in %s', async (_, outline, input) => {
    const pages = await renderPages({ outline, ...input });
    const [file] = await renderDeck({ outline, ...input, format: 'ppt', name: 'deck' });
    expect(pages).toHaveLength(slidesOf(file!.bytes));
    expect(pages[0]).toMatchObject({ title: outline.title, layout: 'cover' });
    expect(pages.at(-1)).toMatchObject({ layout: 'ending' });
  });

  it('have the texts of their slides: of points, tables and code', async () => {
    expect((await renderPages({ outline: short, templateId })).map(({ layout, texts }) => [layout, texts])).toEqual([
      ['cover', []],
      ['catalogue', ['Roofs', 'Honey'].map((value) => ({ value, children: [] }))],
      ...short.chapters.map(() => [
        'page',
        [{ value: 'Hives', children: [{ value: 'They hum all day.', children: [] }] }],
      ]),
      ['ending', []],
    ]);
    const words = JSON.stringify(await renderPages({ outline: english, templateId }));
    for (const { pages } of english.chapters)
      for (const block of pages.flatMap(({ blocks }) => blocks))
        if (block.kind === 'table') expect(words).toContain(JSON.stringify(block.rows[0]!.join(' | ')).slice(1, -1));
  });
});
