import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '../../src/base/io/package-root';
import { ApiTokens } from '../../src/decks/api-tokens';
import { schemas } from '../../src/web/v1/schemas';
import { figure } from '../deep';
import { blocksOf } from '../docs/blocks';
import { type Review, withReview } from './review';

/** Runs the calls of docs/http-api.md as a reader would, in an empty directory with a document. */
let review: Review;
withReview((_pipeline, started) => {
  review = started;
});

const blocks = blocksOf('docs/http-api.md');
const directory = mkdtempSync(join(tmpdir(), 'deck-http-'));
const run = async (program: string, ...args: string[]) => {
  const scopes = ['decks:read', 'decks:start', 'decks:decide'];
  const { token } = await new ApiTokens(review.settings).create('reports', scopes, 600_000);
  const env = { ...process.env, DECK_TOKEN: token, DECK_API: `${review.url}/v1` };
  return (await promisify(execFile)(program, args, { cwd: directory, env })).stdout;
};

test('a program walks from a document to a file by five calls with curl', async () => {
  copyFileSync(join(packageRoot, 'src/cli/example/planets.docx'), join(directory, 'report.docx'));
  const started = Date.now();
  const calls = blocks.filter(({ text }) => text.startsWith('curl')).map(({ text }) => text);
  expect(calls).toHaveLength(5);
  const [check, start, read, approve, download] = calls.map((text) => () => run('bash', '-ec', text));
  const until = async (fits: (deck: { mayDecide: boolean; stage: string }) => boolean) => {
    while (!fits(JSON.parse(await read!())));
  };
  expect(JSON.parse(await check!())).toMatchObject({ faults: [] });
  expect(JSON.parse(await start!())).toEqual({ id: 'u1/report-1', existing: false });
  expect(JSON.parse(await start!())).toEqual({ id: 'u1/report-1', existing: true });
  await until(({ mayDecide }) => mayDecide);
  expect(JSON.parse(await approve!())).toMatchObject({ decision: 'approve' });
  await until(({ stage }) => stage === 'delivered');
  await download!();
  figure(`walk: five calls from a document to a file in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  expect(statSync(join(directory, 'report.pptx')).size).toBeGreaterThan(10_000);
});

test('ten lines of Python make a deck', async () => {
  const example = join(packageRoot, 'docs/examples/deck_over_http.py');
  const text = readFileSync(example, 'utf8');
  expect(blocks.find(({ kind }) => kind === 'python')!.text.trim()).toBe(text.trim());
  expect(
    text
      .trim()
      .split('\n')
      .filter((line) => line !== '').length,
  ).toBeLessThanOrEqual(10);
  const url = (await run('python3', example)).trim();
  expect((await fetch(url)).headers.get('content-disposition')).toContain('The history of tea');
});

test('the example of an error is one, and every route is on the page', async () => {
  const { text } = blocks.find(({ meta }) => meta === 'problem')!;
  expect(schemas.problem.safeParse(JSON.parse(text)).success).toBe(true);
  const page = readFileSync(join(packageRoot, 'docs/http-api.md'), 'utf8');
  const { paths } = (await review.call('/v1/openapi.json')).json;
  const missing = Object.keys(paths).filter((path) => {
    return !page.includes(path.replace(/^\/decks\/\{uid\}\/\{request\}(?=\/)/, '…'));
  });
  expect(missing).toEqual([]);
});
