import sharp from 'sharp';
import { parseOutline } from '../../src/outline/outline-markdown';
import { type Condenser, createCondenser } from '../../src/slides/import/condenser';
import { docx, heading, paragraph, title } from './docx';
import { picturesInText, richDocx } from './rich-docx';

const never = new AbortController().signal;
let condenser: Condenser;
beforeAll(() => {
  condenser = createCondenser();
});
// The thread runs the compiled script, dist/src/slides/import/condense-worker.js.
afterAll(() => condenser.close());

const SENTENCE = 'The port handles more containers every year, which the terminals can no longer take.';
const sections = Array.from({ length: 12 }, (_, at) => [
  heading(2, `Part ${at}`),
  paragraph(`${SENTENCE} It is ${at}.`),
]);
const document = docx(title('Port'), heading(1, 'All'), ...sections.flat());

it('condenses a document, and names only what is not even in the notes', async () => {
  const source = { bytes: document, name: 'port.docx', polish: false, pictures: true };
  const result = await condenser.condense({ source, slides: 6 }, never);
  if ('unusable' in result) throw new Error(result.unusable);
  expect(result).toMatchObject({ title: 'Port', leftOut: [] });
  expect(result).not.toHaveProperty('pictures');
  const { chapters } = parseOutline(result.markdown);
  expect(chapters.flatMap(({ pages }) => pages).length).toBeLessThanOrEqual(4);
});

describe('the images of a document', () => {
  let bytes: Uint8Array;
  beforeAll(async () => {
    const files = await Promise.all(
      [300, 310].map((width) =>
        sharp({ create: { width, height: 200, channels: 3, background: '#08f' } })
          .png()
          .toBuffer(),
      ),
    );
    const { runs, more } = picturesInText(files.map((each, at) => ({ bytes: each, alt: `Quay ${at}` })));
    const pictures = runs.map((each, at) => [heading(2, `Quay ${at}`), paragraph(each)]);
    bytes = richDocx([title('Port'), heading(1, 'All'), ...pictures.flat(), ...sections.flat()], more);
  });

  it('stay on the slides that have room, and the others are reported with their place', async () => {
    const result = await condenser.condense(
      { source: { bytes, name: 'p.docx', polish: false, pictures: true }, slides: 4 },
      never,
    );
    if ('unusable' in result) throw new Error(result.unusable);
    const blocks = parseOutline(result.markdown).chapters.flatMap(({ pages }) => pages.flatMap((page) => page.blocks));
    expect(result.pictures).toBe(true);
    expect(blocks.filter(({ kind }) => kind === 'picture')).toMatchObject([{ alt: 'Quay 0' }]);
    expect(result.leftOut).toEqual([
      'Image “Quay 1” (below “Quay 1”) is not on a slide: about 4 slides have no room for it.',
    ]);
  });

  it('are all reported where the service cannot keep them', async () => {
    const source = { bytes, name: 'p.docx', polish: false, pictures: false };
    const result = await condenser.condense({ source, slides: 12 }, never);
    if ('unusable' in result) throw new Error(result.unusable);
    expect(result.markdown).not.toContain('picture:');
    expect(result).not.toHaveProperty('pictures');
    const reason = 'the generation service takes no images with a condensed text';
    expect(result.leftOut).toEqual(
      [0, 1].map((at) => `Image “Quay ${at}” (below “Quay ${at}”) is not on a slide: ${reason}.`),
    );
  });
});

it('condenses a Markdown text, with the title that was given for one without', async () => {
  const markdown = `## C\n\n${Array.from({ length: 9 }, (_, at) => `### P${at}\n\n${SENTENCE}\n`).join('\n')}`;
  const result = await condenser.condense({ source: { markdown }, slides: 5, title: 'Given' }, never);
  expect(result).toMatchObject({ title: 'Given' });
});

it.each([
  ['no document', { bytes: Buffer.from('x'), name: 'a.docx', polish: false, pictures: true }, /docx|Word/i],
  ['a text that is too large', { markdown: `# T\n\n## C\n\n${'- a\n'.repeat(2_100)}` }, /more than 2000/],
])('says why %s cannot be used', async (_, source, reason) => {
  const result = await condenser.condense({ source, slides: 6 }, never);
  expect(result).toEqual({ unusable: expect.stringMatching(reason) });
});
