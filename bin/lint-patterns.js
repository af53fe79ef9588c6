// Refuses regular expressions that take more than linear time on some text: a person's text reaches most of them. Also
// refuses a conditional spread of one field where `given` says the same.
//
//   node bin/lint-patterns.js [folder …]
//
// Every literal in the sources is judged by recheck. One that is not linear is rewritten, or listed in
// reviewed-patterns.json with the length that its text cannot exceed; so is one that is put together at run time.
const { mkdirSync, readdirSync, readFileSync, writeFileSync } = require('node:fs');
const { dirname, join, relative } = require('node:path');
const { createContext, runInContext } = require('node:vm');
const { check } = require('recheck');
const { visitNodes } = require('./syntax-tree');

const root = join(__dirname, '..');
const sources = ['src', 'workflows', 'activities', 'bin'];
const cacheFile = join(root, 'node_modules/.cache/lint-patterns.json');
const checker = `recheck ${require('recheck/package.json').version}`;
/** Milliseconds for one pattern; the slowest of today's needs a few thousand. */
const LONGEST_CHECK = 120_000;

/** Rooms that import nothing above them, or whose inner loops a function call per item would slow down. */
const withoutGiven = /^src\/(?:base|contract|outline|web\/page)\//;
const CONDITIONAL_SPREAD = /\.\.\.\(([\w.]+) === undefined\s+\? \{\}\s+: \{ (?:\w+: )?\1,? \}\)/g;

/** The conditional spreads of fields that `given` of src/core/given.ts drops if they are undefined. */
function spreadsIn(text, file) {
  if (!file.startsWith('src/') || withoutGiven.test(file)) return [];
  return [...text.matchAll(CONDITIONAL_SPREAD)].map(({ index, 0: code }) => {
    const line = text.slice(0, index).split('\n').length;
    return `${file}:${line}: ${code.replace(/\s+/g, ' ')} is ...given({ … })`;
  });
}

/** Patterns of a source text, each with its line; `pattern` is missing from one that is put together at run time. */
function patternsOf(text, file) {
  const found = [];
  const from = new Map();
  // The parser counts bytes from a start of its own, so literals are looked up in the text, in their order.
  const lineOf = (code) => {
    const at = text.indexOf(code, from.get(code) ?? 0);
    from.set(code, at + 1);
    return text.slice(0, at).split('\n').length;
  };
  visitNodes(text, file, (node) => {
    if (node.type === 'RegExpLiteral') {
      const { pattern, flags } = node;
      found.push({ file, line: lineOf(`/${pattern}/${flags}`), pattern, flags });
    } else if (/^(?:New|Call)Expression$/.test(node.type) && node.callee?.value === 'RegExp') {
      const line = lineOf('RegExp(');
      const [pattern, flags] = (node.arguments ?? []).map(({ expression }) => expression);
      if (pattern?.type === 'StringLiteral')
        found.push({ file, line, pattern: pattern.value, flags: flags?.value ?? '' });
      else if (pattern?.type !== 'RegExpLiteral') found.push({ file, line });
    }
  });
  return found;
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:[cm]?js|tsx?)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function readJson(file, otherwise) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return otherwise;
    throw error;
  }
}

/** What is wrong with each pattern. Verdicts on the sources are kept: to find them all takes half a minute or more. */
async function judge(patterns, isKept) {
  const cache = isKept ? readJson(cacheFile, {}) : {};
  const known = cache.checker === checker ? cache.verdicts : {};
  const open = new Map(patterns.map((each) => [`/${each.pattern}/${each.flags}`, each]));
  const verdicts = {};
  const work = async () => {
    for (const [code, { pattern, flags }] of open) {
      open.delete(code);
      verdicts[code] = known[code] ?? (await verdictOf(pattern, flags));
    }
  };
  await Promise.all([work(), work()]);
  if (isKept) {
    mkdirSync(dirname(cacheFile), { recursive: true });
    writeFileSync(cacheFile, JSON.stringify({ checker, verdicts }));
  }
  return verdicts;
}

/** Empty for a linear pattern, else what is wrong. */
async function verdictOf(pattern, flags) {
  const { status, complexity, attack, error } = await check(pattern, flags, { timeout: LONGEST_CHECK });
  if (status === 'unknown') return `cannot be judged (${error.kind})`;
  if (status === 'safe' || !succeeds(attack, pattern, flags)) return '';
  const degree = complexity.type === 'polynomial' ? `with power ${complexity.degree} of its text` : 'exponentially';
  return `takes time that grows ${degree}`;
}

/** Whether the attack costs more than linear time here, too: the checker's random search reports some that do not. */
function succeeds({ pumps, suffix }, pattern, flags) {
  const context = createContext({ pattern, flags: flags.replace(/[gy]/g, '') });
  runInContext('expression = new RegExp(pattern, flags)', context);
  const milliseconds = (times) => {
    context.text = pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join('') + suffix;
    let least = Number.POSITIVE_INFINITY;
    // Node limits real time, of which a busy machine needs more.
    for (let run = 0, timeout = 1000; run < 3; ) {
      const start = process.cpuUsage();
      const worked = () => process.cpuUsage(start).user / 1000;
      try {
        runInContext('expression.test(text)', context, { timeout });
        least = Math.min(least, worked());
        run += 1;
      } catch (error) {
        // The engine's stack is full: patterns of linear time end so on a text of many megabytes, too.
        if (error.name === 'RangeError') return Number.NaN;
        if (error.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
        if (worked() >= 500) return Number.POSITIVE_INFINITY;
        timeout *= 4;
      }
    }
    return least;
  };
  // The first runs of a pattern are interpreted, which is slower than what follows.
  for (const times of [1, 2, 3, 4, 5]) milliseconds(times);
  for (let times = 16; times <= 1_000_000; times *= 2) {
    const once = milliseconds(times);
    if (once === Number.POSITIVE_INFINITY) return true;
    if (Number.isNaN(once)) return false;
    // A busy machine can make one measurement too long, so a larger text is tried too.
    if (once >= 10 && milliseconds(4 * times) > 8 * once) return true;
    if (once >= 500) return false;
  }
  return false;
}

async function main(folders) {
  const everything = folders.length === 0;
  const files = (everything ? sources.map((folder) => join(root, folder)) : folders).flatMap(filesIn);
  const texts = files.map((file) => [readFileSync(file, 'utf8'), relative(root, file)]);
  const patterns = texts.flatMap(([text, file]) => patternsOf(text, file));
  const verdicts = await judge(
    patterns.filter(({ pattern }) => pattern !== undefined),
    everything,
  );
  const reviewed = readJson(join(__dirname, 'reviewed-patterns.json'), []);
  const uses = new Map(reviewed.map((entry) => [entry, 0]));
  const faults = texts.flatMap(([text, file]) => spreadsIn(text, file));
  for (const { file, line, pattern, flags } of patterns) {
    const code = pattern === undefined ? undefined : `/${pattern}/${flags}`;
    const entry = reviewed.find(
      (each) =>
        each.file === file && (code === undefined ? each.runtime > uses.get(each) : code.startsWith(each.pattern)),
    );
    if (entry) uses.set(entry, uses.get(entry) + 1);
    const verdict = code === undefined ? 'is put together at run time' : verdicts[code];
    if (verdict !== '' && !entry) faults.push(`${file}:${line}: ${code ?? 'this pattern'} ${verdict}`);
  }
  for (const [{ file, pattern, runtime }, count] of everything ? uses : []) {
    if (count === (runtime ?? 1)) continue;
    faults.push(`bin/reviewed-patterns.json: ${file} has ${count} of ${pattern ?? `${runtime} made at run time`}`);
  }
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  if (faults.length > 0) {
    process.stdout.write(
      'Rewrite the code, or list a pattern in bin/reviewed-patterns.json with the bound of its text.\n',
    );
  } else process.stdout.write(`Checked ${patterns.length} regular expressions.\n`);
  // The checker's own process would keep this one waiting.
  process.exit(faults.length > 0 ? 1 : 0);
}

main(process.argv.slice(2));
