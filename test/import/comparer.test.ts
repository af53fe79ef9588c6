import { leftOutSentences } from '../../src/outline/left-out';
import { type Comparer, createComparer } from '../../src/slides/import/comparer';
import { leftOutOf } from '../../src/slides/import/left-out-of';
import { docx, paragraph } from './docx';
import { everything } from './rich-docx';

const document = everything(['image', 'comment', 'table']);
const MARKDOWN = '# Port\n\n## Costs\n\n### Costs\n\n#### Nothing else\n';
const never = new AbortController().signal;
let comparer: Comparer;
beforeAll(() => {
  comparer = createComparer();
});
// The thread runs the compiled script, dist/src/slides/import/compare-worker.js.
afterAll(() => comparer.close());

it('finds in its thread what the deck lacks', async () => {
  const found = await comparer.leftOut(document, MARKDOWN, never);
  expect(found).toEqual(leftOutSentences(await leftOutOf(document, MARKDOWN)));
  expect(found.join(' ')).toContain('Image “Harbour seen from the east”');
});

it('rejects a file that is not a document, and compares the next one', async () => {
  await expect(comparer.leftOut(Buffer.from('no document'), MARKDOWN, never)).rejects.toThrow();
  expect(await comparer.leftOut(document, MARKDOWN, never)).not.toEqual([]);
});

it('says why a document cannot be read', async () => {
  expect(await comparer.fault(document, never)).toBeUndefined();
  expect(await comparer.fault(Buffer.from('no document'), never)).toEqual(expect.any(String));
  expect(await comparer.fault(docx(paragraph('Port')), never)).toBeUndefined();
  expect(await comparer.fault(docx('<w:p><w:r>'), never)).toMatch(/^the document is corrupted/);
});

it('ends with its activity', async () => {
  await expect(comparer.leftOut(document, MARKDOWN, AbortSignal.abort(new Error('cancelled')))).rejects.toThrow();
});
