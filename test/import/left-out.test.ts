import { leftOutSentences } from '../../src/outline/left-out';
import { writeOutline } from '../../src/outline/outline-markdown';
import { leftOutOf } from '../../src/slides/import/left-out-of';
import { outlineOf } from '../../src/slides/import/outline-of';
import { parseWordDocument } from '../../src/slides/import/parse-word';
import { WORD_LIMITS } from '../../src/slides/import/word-limits';
import { docx, heading, paragraph, run, styled, title } from './docx';
import { CHINESE_REPORT, REPORT } from './reports';
import { everything, image, PARTS, richDocx } from './rich-docx';

const deckOf = async (bytes: Uint8Array, mode: 'keep' | 'polish' = 'keep') =>
  writeOutline(outlineOf(await parseWordDocument(bytes, WORD_LIMITS), { mode }));

/** The parts of a document that its deck neither shows nor reports. */
async function lostWithoutAWord(names: readonly (keyof typeof PARTS)[]): Promise<string[]> {
  const bytes = everything(names);
  const markdown = await deckOf(bytes);
  const reported = await leftOutOf(bytes, markdown);
  return names.filter((name) => {
    const { mark } = PARTS[name];
    return !markdown.includes(mark) && !reported.some(({ text, caption }) => `${text} ${caption}`.includes(mark));
  });
}

const NAMES = Object.keys(PARTS) as (keyof typeof PARTS)[];

describe('parts of a document that are not on the slides', () => {
  it.each(NAMES)('a document with one part, kept or reported: %s', async (name) => {
    expect(await lostWithoutAWord([name])).toEqual([]);
  });

  it('a document with all parts', async () => {
    expect(await lostWithoutAWord(NAMES)).toEqual([]);
  });

  it.each([
    ['image', 'Image “Harbour seen from the east” (page 2, below “Costs”) is not on a slide: it is damaged.'],
    ['comment', 'Comment “Check this figure” (page 2, below “Costs”) is not on a slide.'],
    ['deletion', 'Tracked deletion “a struck clause” (page 2, below “Costs”) is not on a slide.'],
    ['chart', 'Chart “Berths by year” (page 2, below “Costs”) is not on a slide.'],
  ] as const)('the sentence about a %s names its text and its place', async (name, sentence) => {
    const bytes = everything([name]);
    expect(leftOutSentences(await leftOutOf(bytes, await deckOf(bytes)))).toContain(sentence);
  });

  it.each([
    ['in the style for captions', image('Quay'), styled('Caption', 'Figure 4: The east quay'), '“Quay” with'],
    ['typed below it', image('Quay'), paragraph(run('Figure 4: The east quay')), '“Quay” with'],
    ['of an image without alt text', image(''), paragraph(run('Figure 4: The east quay')), 'with'],
  ])('a caption %s is reported with its image, and is not a text of a slide', async (_, picture, caption, words) => {
    const text = 'The port costs a lot of money every year.';
    const bytes = richDocx([title('T'), heading(1, 'Costs'), paragraph(text), paragraph(picture), caption]);
    const markdown = await deckOf(bytes);
    expect(markdown).not.toContain('quay');
    expect(leftOutSentences(await leftOutOf(bytes, markdown))).toEqual([
      `Image ${words} the caption “Figure 4: The east quay” (below “Costs”) is not on a slide: it is damaged.`,
    ]);
  });

  it('a sentence that only begins like a caption stays on its slide', async () => {
    const markdown = await deckOf(
      docx(title('T'), heading(1, 'Costs'), paragraph(run('Figure 4 shows the east quay.'))),
    );
    expect(markdown).toContain('Figure 4 shows the east quay');
  });

  it('nothing is reported of a document without such parts', async () => {
    for (const report of [REPORT, CHINESE_REPORT]) {
      expect(await leftOutOf(report, await deckOf(report))).toEqual([]);
    }
  });

  it('text that a mode or another service shortens is reported with its heading', async () => {
    const bytes = everything(['footnote']);
    const parts = await leftOutOf(bytes, '# The port\n\n## Overview\n\n## Costs\n\n#### Costs are high\n');
    expect(parts).toMatchObject([
      { kind: 'text', text: 'This report is about the port.', heading: 'Overview', page: 1 },
      { kind: 'footnote', text: 'Costs are in 2024 euros', heading: 'Costs', page: 2 },
      { kind: 'text', text: 'The port costs a lot of money every year.', heading: 'Costs', page: 2 },
    ]);
  });
});

describe('sentences', () => {
  it('many parts share a sentence for each kind, and say how many there are', () => {
    const parts = Array.from({ length: 40 }, (_, at) => ({ kind: 'footnote' as const, text: `Note ${at}`, page: at }));
    const sentences = leftOutSentences([...parts, { kind: 'image', text: 'Map' }]);
    expect(sentences).toHaveLength(2);
    expect(sentences[0]).toBe('Image “Map” is not on a slide.');
    expect(sentences[1]).toMatch(/^40 footnotes are not on the slides: “Note 0” \(page 0\), .* and 20 more\.$/);
  });

  it('long texts are cut, and the query of a link is left out', () => {
    expect(leftOutSentences([{ kind: 'text', text: 'x'.repeat(500) }])[0]!.length).toBeLessThan(120);
    expect(leftOutSentences([{ kind: 'link', text: 'https://example.org/a?sig=secret' }])[0]).toBe(
      'Link “https://example.org/a” lost its target; only its text is on a slide.',
    );
  });
});
