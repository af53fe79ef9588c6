import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Outline } from '../../src/outline/outline';
import { parseOutline } from '../../src/outline/outline-markdown';
import { condensed, withoutSlide } from '../../src/slides/import/condense';
import { composeDeck } from '../../src/slides/render/compose';
import { systemTemplates } from '../../src/slides/render/templates';

const whole = parseOutline(readFileSync(join(__dirname, 'texts/long-report.md'), 'utf8'));
const pagesOf = ({ chapters }: Outline) => chapters.flatMap(({ pages }) => pages);
const shown = (outline: Outline): string =>
  pagesOf(outline)
    .map(({ title, blocks }) => JSON.stringify([title, blocks]))
    .join('\n');
const tables = (outline: Outline): number =>
  pagesOf(outline).flatMap(({ blocks }) => blocks.filter(({ kind }) => kind === 'table')).length;

describe('a report of 14 chapters, 4 of them appendices', () => {
  it.each([10, 12, 13, 15, 16, 17, 18])('keeps its tables and decisions on %i slides, without a cliff', (slides) => {
    const short = condensed(whole, slides);
    expect(composeDeck(short, systemTemplates[0]!).slides.length).toBeLessThanOrEqual(slides);
    expect(tables(short)).toBe(3);
    expect(shown(short)).toContain('214');
    for (const decision of ['12.4 million euros for 2026', 'heat officer', 'twelve cooling rooms']) {
      expect(shown(short)).toContain(decision);
    }
    expect(withoutSlide(whole, short)).toEqual([]);
  });

  it.each([4, 5, 6])('lists with its place what %i slides have no room for', (slides) => {
    const short = condensed(whole, slides);
    expect(tables(short) + withoutSlide(whole, short).length).toBe(3);
    expect(
      pagesOf(short)
        .flatMap(({ notes = [] }) => notes)
        .join('\n'),
    ).toContain('more than 30 degrees');
  });

  it('has its appendices on one slide, the last', () => {
    const titles = pagesOf(condensed(whole, 12)).map(({ title }) => title);
    expect(titles.filter((title) => title.startsWith('Appendi'))).toEqual([titles.at(-1)]);
  });

  it('says nothing twice, and announces nothing that is not there', () => {
    for (const { title, blocks } of pagesOf(condensed(whole, 12))) {
      for (const block of blocks) if (block.kind === 'point') expect(block.text).not.toContain(title);
      expect(JSON.stringify(blocks.at(-1))).not.toMatch(/[^"]:"\]/);
    }
  });
});
