import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { checkDeck } from '../../src/check/check-deck';
import { leftOutOf } from '../../src/import/left-out-of';
import { outlineOf } from '../../src/import/outline-of';
import { parseWord } from '../../src/import/parse-word';
import { WORD_LIMITS } from '../../src/import/word-limits';
import { packageRoot } from '../../src/io/package-root';
import { writeOutline } from '../../src/outline/outline-markdown';
import { composeDeck } from '../../src/render/compose';
import { writePptx } from '../../src/render/pptx/package';
import { systemTemplates } from '../../src/render/templates';
import { documentOf, exampleDocument } from '../cli/example-document';

const folder = join(packageRoot, 'src/cli/example');
const text = readFileSync(join(folder, 'planets.md'), 'utf8');
const file = join(folder, 'planets.docx');

it('the example document is made from its text; otherwise run this with DECK_WRITE_DOCS=1', async () => {
  if (process.env.DECK_WRITE_DOCS === '1') writeFileSync(file, await exampleDocument(text));
  const parts = unzipSync(readFileSync(file));
  expect(Buffer.from(parts['word/document.xml']!).toString()).toBe(documentOf(text));
});

it.each(systemTemplates.map((template) => [template.id, template] as const))(
  'its deck has text, charts, an image and sources, and no fault, in template %i',
  async (_, template) => {
    const bytes = readFileSync(file);
    const { document, pictures } = await parseWord(bytes, WORD_LIMITS);
    const outline = outlineOf(document, { mode: 'keep' });
    expect(outline.title).toBe('Eight planets in ten minutes');
    expect(await leftOutOf(bytes, writeOutline(outline))).toEqual([]);
    const deck = composeDeck(outline, template, 'standard', pictures);
    const shapes = deck.slides.flatMap((slide) => slide.shapes);
    expect(shapes.filter(({ kind }) => kind === 'picture')).toHaveLength(1);
    expect(shapes.filter(({ kind }) => kind === 'chart').length).toBeGreaterThan(0);
    expect(JSON.stringify(shapes)).toContain('NASA, Planetary Fact Sheet');
    expect(checkDeck(writePptx(deck)).counts).toMatchObject({ error: 0, warning: 0 });
  },
);
