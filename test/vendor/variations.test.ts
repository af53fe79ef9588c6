import { type Ended, inTurns, type Pipeline, startPipeline } from './drive';
import { writeTable } from './table';
import { rows } from './variations';
import { faultsOf, nameOf } from './verdict';

/**
 * A deck for each way in which a service may differ. DECK_VENDOR_ROWS=regexp runs the rows with such a name;
 * DECK_WRITE_TABLE=path writes what became of them.
 */
const wanted = new RegExp(process.env.DECK_VENDOR_ROWS ?? '');
const chosen = rows.filter((row) => wanted.test(nameOf(row)));

let pipeline: Pipeline;
let ends: Promise<Ended>[];
beforeAll(async () => {
  pipeline = await startPipeline();
  ends = inTurns(chosen, (row) => pipeline.deck(`row-${rows.indexOf(row)}`, [row], row));
});
afterAll(async () => {
  const all = await Promise.allSettled(ends);
  const path = process.env.DECK_WRITE_TABLE;
  const ended = all.flatMap((each, index) =>
    each.status === 'fulfilled' ? [{ row: chosen[index]!, ended: each.value }] : [],
  );
  if (path !== undefined) writeTable(path, ended);
  await pipeline.close();
});

it.each(chosen.map((row, index) => ({ name: nameOf(row), row, index })))('$name', async ({ row, index }) => {
  expect(faultsOf(row, await ends[index]!)).toEqual([]);
});

it('the table is large, and no name is there twice', () => {
  expect(rows.length).toBeGreaterThanOrEqual(200);
  expect(new Set(rows.map(nameOf)).size).toBe(rows.length);
});
