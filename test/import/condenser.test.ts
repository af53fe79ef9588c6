import { type Condenser, createCondenser } from '../../src/import/condenser';
import { parseOutline } from '../../src/outline/outline-markdown';
import { docx, heading, paragraph, title } from './docx';

const never = new AbortController().signal;
let condenser: Condenser;
beforeAll(() => {
  condenser = createCondenser();
});
// The thread runs the compiled script, dist/src/import/condense-worker.js.
afterAll(() => condenser.close());

const SENTENCE = 'The port handles more containers every year, which the terminals can no longer take.';
const sections = Array.from({ length: 12 }, (_, at) => [
  heading(2, `Part ${at}`),
  paragraph(`${SENTENCE} It is ${at}.`),
]);
const document = docx(title('Port'), heading(1, 'All'), ...sections.flat());

it('condenses a document, and names only what is not even in the notes', async () => {
  const source = { bytes: document, name: 'port.docx', polish: false };
  const result = await condenser.condense({ source, slides: 6 }, never);
  if ('unusable' in result) throw new Error(result.unusable);
  expect(result).toMatchObject({ title: 'Port', leftOut: [] });
  const { chapters } = parseOutline(result.markdown);
  expect(chapters.flatMap(({ pages }) => pages).length).toBeLessThanOrEqual(4);
});

it('condenses a Markdown text, with the title that was given for one without', async () => {
  const markdown = `## C\n\n${Array.from({ length: 9 }, (_, at) => `### P${at}\n\n${SENTENCE}\n`).join('\n')}`;
  const result = await condenser.condense({ source: { markdown }, slides: 5, title: 'Given' }, never);
  expect(result).toMatchObject({ title: 'Given' });
});

it.each([
  ['no document', { bytes: Buffer.from('x'), name: 'a.docx', polish: false }, /docx|Word/i],
  ['a text that is too large', { markdown: `# T\n\n## C\n\n${'- a\n'.repeat(2_100)}` }, /more than 2000/],
])('says why %s cannot be used', async (_, source, reason) => {
  const result = await condenser.condense({ source, slides: 6 }, never);
  expect(result).toEqual({ unusable: expect.stringMatching(reason) });
});
