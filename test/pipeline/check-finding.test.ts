import { deckLines } from '../../src/cli/show/deck-text';
import { CHECK } from '../../src/core/remarks';
import { type Pipeline, startPipeline } from './pipeline';
import { MARKDOWN } from './routes';

let pipeline: Pipeline;
beforeAll(async () => {
  pipeline = await startPipeline();
});
afterAll(() => pipeline.close());

const off = { review: { mode: 'off' }, onFailure: 'fail' } as const;
const sentence = 'The port handles more containers every year than its terminals can take in without new cranes.';

it('what a check finds in a delivered file is a problem of the deck, which is delivered', async () => {
  const paragraphs = Array.from({ length: 9 }, (_, at) => `${sentence} It is ${at}.`).join(' ');
  const markdown = `# The port\n\n## All\n\n### Capacity\n\n${paragraphs}\n`;
  const { outcome, problems, files } = await (await pipeline.start({ markdown, settings: off })).result();
  expect([outcome, files.length]).toEqual(['delivered', 1]);
  const found = problems.filter(({ type }) => type === CHECK);
  expect(found.map(({ message }) => message)).toEqual([
    'PPTX: More than 120 words on a slide (words, slide 2). Split the slide, or move text to the notes.',
  ]);
  const at = found[0]!.at;
  const shown = deckLines({ workflowId: 'x', runId: 'y', status: 'COMPLETED', startedAt: at, problems }).join(' ');
  expect(shown.replace(/\s+/g, ' ')).toContain('check PPTX: More than 120 words');
});

it('a deck without a fault has no finding', async () => {
  const { problems } = await (await pipeline.start({ markdown: MARKDOWN, settings: off })).result();
  expect(problems).toEqual([]);
});

it('a missing image is a problem in every format', async () => {
  const markdown = `# Port\n\n## All\n\n### Yard\n\n#### The yard is flat\n\n![A yard](picture:${'0'.repeat(64)})\n`;
  const input = { markdown, formats: ['ppt', 'pdf', 'png', 'jpeg'], settings: off } as const;
  const { problems } = await (await pipeline.start({ ...input, formats: [...input.formats] })).result();
  const box = 'Boxes in place of images whose files are missing (missing-image';
  expect(problems.map(({ message }) => message.split('). ')[0]).sort()).toEqual([
    `JPEG: ${box}, slide 2`,
    `PDF: ${box}, page 2`,
    `PNG: ${box}, slide 2`,
    'PPTX: Placeholders without content (empty-placeholder, slide 2',
  ]);
});
