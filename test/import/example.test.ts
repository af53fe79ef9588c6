import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { packageRoot } from '../../src/base/io/package-root';
import { writeOutline } from '../../src/outline/outline-markdown';
import { checkDeck } from '../../src/slides/check/check-deck';
import { leftOutOf } from '../../src/slides/import/left-out-of';
import { outlineOf } from '../../src/slides/import/outline-of';
import { parseWord } from '../../src/slides/import/parse-word';
import { WORD_LIMITS } from '../../src/slides/import/word-limits';
import { composeDeck } from '../../src/slides/render/compose';
import { writePptx } from '../../src/slides/render/pptx/package';
import { documentOf, exampleDocument } from '../cli/example-document';
import { someSystemTemplates } from '../render/some-templates';

const folder = join(packageRoot, 'src/cli/example');
const text = readFileSync(join(folder, 'planets.md'), 'utf8');
const file = join(folder, 'planets.docx');

it('the example document is made from its text; otherwise run this with DECK_WRITE_DOCS=1', async () => {
  if (process.env.DECK_WRITE_DOCS === '1') writeFileSync(file, await exampleDocument(text));
  const parts = unzipSync(readFileSync(file));
  expect(Buffer.from(parts['word/document.xml']!).toString()).toBe(documentOf(text));
});

it.each(someSystemTemplates.map((template) => [template.id, template] as const))(
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
