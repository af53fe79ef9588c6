import { type Comparer, createComparer } from '../../src/import/comparer';
import { leftOutOf } from '../../src/import/left-out-of';
import { leftOutSentences } from '../../src/outline/left-out';
import { everything } from './rich-docx';

const document = everything(['image', 'comment', 'table']);
const MARKDOWN = '# Port\n\n## Costs\n\n### Costs\n\n#### Nothing else\n';
const never = new AbortController().signal;
let comparer: Comparer;
beforeAll(() => {
  comparer = createComparer();
});
// The thread runs the compiled script, dist/src/import/compare-worker.js.
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

it('ends with its activity', async () => {
  await expect(comparer.leftOut(document, MARKDOWN, AbortSignal.abort(new Error('cancelled')))).rejects.toThrow();
});
