import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '../../src/base/io/package-root';
import { ApiTokens } from '../../src/decks/api-tokens';
import { type Review, withReview } from '../review/review';

let review: Review;
withReview((_pipeline, started) => {
  review = started;
});

const folder = mkdtempSync(join(tmpdir(), 'deck-client-'));
const installed = join(folder, 'node_modules', 'durable-presentations-client');
const run = async (program: string, args: string[], env: NodeJS.ProcessEnv = {}) =>
  (await promisify(execFile)(program, args, { cwd: folder, env: { ...process.env, ...env } })).stdout.trim();

const program = `
import { createClient, DeckApiError } from 'durable-presentations-client';

const { env } = (globalThis as any).process;
const decks = createClient({ url: env.URL, token: env.TOKEN });
const { id } = await decks.start({ title: 'Installed tea', formats: ['pdf'] }, { key: 'installed/tea' });
const { revision = 0 } = await decks.wait(id);
await decks.decide(id, { revision, decision: 'approve' });
const { stage, files } = await decks.wait(id, ({ status }) => status !== 'RUNNING');
const { size } = await decks.download(id);
const code = await decks.get('installed/none').catch((error: unknown) => (error as DeckApiError).code);
console.log(JSON.stringify({ stage, whole: size === files[0]?.bytes, code }));
`;

test('the client is a package of its own without dependencies', async () => {
  const tarball = await run(process.execPath, [join(packageRoot, 'bin', 'client-package.js'), folder]);
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball]);
  expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
    'durable-presentations-client',
  ]);
  const files = readdirSync(installed);
  expect(files.sort()).toEqual(['LICENSE', 'README.md', 'index.d.ts', 'index.js', 'package.json', 'types.d.ts']);
  const bytes = files.reduce((sum, name) => sum + statSync(join(installed, name)).size, 0);
  expect(bytes).toBeLessThan(2_000_000);

  // Its types know the inputs and the answers.
  writeFileSync(join(folder, 'program.ts'), program);
  const tsc = join(packageRoot, 'node_modules', 'typescript', 'bin', 'tsc');
  const strict = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--types', ''];
  await run(process.execPath, [tsc, ...strict, 'program.ts']);
  writeFileSync(join(folder, 'wrong.ts'), program.replace("'approve'", "'aprove'"));
  await expect(run(process.execPath, [tsc, ...strict, '--noEmit', 'wrong.ts'])).rejects.toMatchObject({
    stdout: expect.stringContaining('"aprove"'),
  });

  const { token } = await new ApiTokens(review.settings).create(
    'installed',
    ['decks:read', 'decks:start', 'decks:decide'],
    600_000,
  );
  const made = await run(process.execPath, ['program.js'], { URL: review.url, TOKEN: token });
  expect(JSON.parse(made)).toEqual({ stage: 'delivered', whole: true, code: 'not-found' });
  const required = "console.log(typeof require('durable-presentations-client').createClient)";
  expect(await run(process.execPath, ['--input-type=commonjs', '-e', required])).toBe('function');
});
