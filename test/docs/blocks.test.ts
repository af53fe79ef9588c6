import { loadClientConfig } from '@temporalio/envconfig';
import { parse } from 'yaml';
import { createProgram } from '../../src/cli/program';
import { settingsSchema } from '../../src/config';
import { type SchemaName, schemaNames } from '../../src/decks/api';
import { faults } from '../api/validate';
import { commandsOf as commandsOfProgram } from '../cli/reference';
import { type Block, blocksOf, commandsOf, documentationPages } from './blocks';
import { nodesOf, pageTree } from './markdown';
import { excuseOf, excuses, type RunningPage, running } from './plan';

const blocks = documentationPages().flatMap(blocksOf);
const nameOf = ({ page, line, kind }: Block) => `${page}:${line} (${kind})`;
const named = (each: readonly Block[]) => each.map((block) => [nameOf(block), block] as const);
const ofKind = (...kinds: string[]) => blocks.filter(({ kind }) => kinds.includes(kind));

/** Kinds that run (pages.test.ts), kinds that are checked here, and kinds that only show something. */
const RUN = ['shell', 'ts', 'python'];
const CHECKED = ['json', 'yaml', 'toml'];
const SHOWN = ['text', 'mermaid'];

test('the pages have blocks of known kinds only', () => {
  expect(blocks.length).toBeGreaterThan(50);
  expect(blocks.filter(({ kind }) => ![...RUN, ...CHECKED, ...SHOWN].includes(kind)).map(nameOf)).toEqual([]);
});

/** Commands that neither run nor have an entry in plan.ts. */
function unexcused(block: Block): string[] {
  const found = excuseOf(block);
  // A page that runs excuses whole blocks.
  if (block.page in running && !('excused' in found)) return [];
  return 'unexcused' in found ? [found.unexcused] : [];
}

test.each(named(ofKind(...RUN)))('%s runs, or plan.ts says why not', (_, block) => {
  expect(unexcused(block)).toEqual([]);
});

test('a new block on a page that does not run is reported', () => {
  const block: Block = {
    page: 'docs/scaling.md',
    line: 1,
    kind: 'shell',
    meta: '',
    text: 'npm run cluster\ndeck list',
  };
  expect(unexcused(block)).toEqual(['deck list']);
  expect(unexcused({ ...block, page: 'docs/new.md', kind: 'ts' })).toEqual(['npm run cluster\ndeck list']);
});

test('every entry of plan.ts for a page that runs is needed, and no such page is empty', () => {
  const onRunningPages = excuses.filter(({ page }) => page in running);
  const idle = onRunningPages.filter(({ page, commands }) => {
    const own = ofKind(...RUN, 'yaml').filter((block) => block.page === page);
    return !own.some((block) =>
      (block.kind === 'shell' ? commandsOf(block) : [block.text]).some((it) => commands.test(it)),
    );
  });
  expect(idle.map(({ page, commands }) => `${page} ${commands}`)).toEqual([]);
  for (const page of Object.keys(running) as RunningPage[])
    expect(blocks.filter((block) => block.page === page && !('why' in excuseOf(block)))).not.toEqual([]);
});

test.each(named(ofKind('json')))('%s is JSON, and fits the schema that it names', (_, { meta, text }) => {
  const value: unknown = JSON.parse(text);
  // The test of the HTTP API compares its problem with a real answer.
  const hasSchema = !['', 'problem'].includes(meta);
  expect(hasSchema ? schemaNames : [meta]).toContain(meta);
  expect(!hasSchema ? [] : faults(meta as SchemaName, value)).toEqual([]);
});

test.each(named(ofKind('yaml')))('%s is part of a settings file', (_, { text }) => {
  expect(settingsSchema.safeParse(parse(text)).error?.issues ?? []).toEqual([]);
});

test.each(named(ofKind('toml')))('%s is a profile of Temporal', (_, { text }) => {
  const { profiles } = loadClientConfig({ configSource: { data: Buffer.from(text) }, configFileStrict: true });
  expect(Object.values(profiles)).toEqual([expect.objectContaining({ address: expect.any(String) })]);
});

describe('commands of deck', () => {
  const known = new Map(commandsOfProgram().map(({ path, command }) => [path, command]));
  const common = [...createProgram('0.0.0').options.map(({ long }) => long), '--help', '--version'];

  /** The command lines of a page: those of its blocks, and those in its text. */
  function linesOf(page: string): string[] {
    const pasted = blocks.filter((block) => block.page === page && block.kind === 'shell').flatMap(commandsOf);
    const inText = nodesOf(pageTree(page), 'Code').map(({ value = '' }) => value);
    return [...pasted, ...inText]
      .map((line) => /(?:^|npx --no-install |exec \S+ |[;&] *)deck ([a-z].*)$/.exec(line)?.[1])
      .filter((line) => line !== undefined)
      .map((line) => line.replace(/"[^"]*"|'[^']*'/g, 'TEXT').replace(/[[\](),]/g, ' '));
  }

  /** Commands and options that do not exist. */
  function unknown(line: string): string[] {
    const words = line.split(/\s+/).filter((word) => word !== '');
    const path = [words.slice(0, 2).join(' '), words[0]!].find((each) => known.has(each));
    const isGroup = [...known.keys()].some((each) => each.startsWith(`${path} `));
    if (path === undefined || (isGroup && /^[a-z]/.test(words[1] ?? ''))) return [`deck ${line}`];
    const options = known.get(path)!.options.map(({ long }) => long);
    const used = words.filter((word) => word.startsWith('--')).map((word) => word.split('=')[0]!);
    return used.filter((option) => ![...options, ...common].includes(option)).map((each) => `${path} ${each}`);
  }

  test('are found, and they and their options exist', () => {
    const pages = documentationPages().filter((page) => page in running);
    const lines = pages.flatMap((page) => linesOf(page).map((line) => [page, line] as const));
    expect(lines.length).toBeGreaterThan(30);
    expect(lines.flatMap(([page, line]) => unknown(line).map((each) => `${page}: ${each}`))).toEqual([]);
  });

  test.each([
    ['batch window tea 5', /^deck batch window/],
    ['begin Tea', /^deck begin/],
    ['list --sideways', /^list --sideways$/],
  ])('deck %s would be reported', (line, expected) => {
    expect(unknown(line)).toEqual([expect.stringMatching(expected)]);
  });
});
