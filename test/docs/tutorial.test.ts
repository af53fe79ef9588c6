import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { freePorts } from '../../src/temporal/ports';
import { deck, processesOf, QUICK_POLLING } from '../cli/deck';
import { nodesOf, pageTree } from './markdown';
import { type Ran, Shell } from './shell';

/**
 * Pastes every block of the tutorial into two terminals, in order, as its reader does. Only the directory and the ports are
 * other ones, so that several runs fit on one host, and the polls are quick.
 */
const PAGE = 'docs/tutorial.md';
const blocks = nodesOf(pageTree(PAGE), 'CodeBlock').filter(({ lang }) => lang === 'sh');
const directory = mkdtempSync(join(tmpdir(), 'deck-tutorial-'));
const settingsFile = join(directory, 'temporal.yaml');
const ran: (Ran & { block: string })[] = [];
let servicePort: number;
let first: Shell;
let second: Shell;

const asHere = (block: string) =>
  block.replaceAll('/tmp/deck-tutorial', directory).replaceAll('127.0.0.1:8787', `127.0.0.1:${servicePort}`);

beforeAll(async () => {
  [servicePort] = (await freePorts('127.0.0.1', 1)) as [number];
  first = new Shell(directory, process.env);
  second = new Shell(directory, process.env);
});
afterAll(async () => {
  await Promise.all([first.close(), second.close()]);
  expect(processesOf(directory)).toEqual([]);
});

function chooseFreePorts(): void {
  const { server, ...settings } = parse(readFileSync(settingsFile, 'utf8')) as { server: object };
  const ports = { temporal: { address: '127.0.0.1:0', uiPort: 0 }, reviewServer: { port: 0 } };
  const polling = { workflow: { polling: QUICK_POLLING } };
  const all = { ...settings, ...ports, ...polling, server: { ...server, port: servicePort } };
  writeFileSync(settingsFile, stringify(all));
}

/** A reader acts when the deck is ready for it. */
async function untilReady(id: string): Promise<void> {
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const { stdout } = await deck(['status', id, '--json', '--config', settingsFile], { cwd: directory });
    const { review, attention } = JSON.parse(stdout || '{}') as { review?: object; attention?: object };
    if (review !== undefined || attention !== undefined) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error(`${id} was never ready for its reader`);
}

test('every block runs, in order', async () => {
  let started = false;
  for (const { value = '' } of blocks) {
    const block = asHere(value);
    if (block.includes('deck dev')) {
      chooseFreePorts();
      first.start(block);
      await first.says('Ready');
      started = true;
      continue;
    }
    const [, id] = /deck (?:review|resolve) (\S+)/.exec(block) ?? [];
    if (id !== undefined && !block.includes('deck start')) await untilReady(id);
    // The end of the page deletes what the first terminal still uses here.
    if (started && block.includes(`rm -r ${directory}`)) continue;
    ran.push({ block, ...(await second.run(block)) });
  }
  expect(blocks.length).toBeGreaterThan(10);
  expect(ran.filter(({ failed, block }) => failed.length > 0 && !block.includes('u1/r3'))).toEqual([]);
}, 600_000);

test('each deck ends as the page says', () => {
  const outputs = (words: string) => ran.filter(({ block }) => block.includes(words)).map(({ output }) => output);
  for (const id of ['r1', 'r2', 'r3']) {
    const file = outputs(`deck watch presentation/u1/${id}`).at(-1)!.trimEnd().split('\n').at(-1)!;
    expect(statSync(file).size).toBeGreaterThan(10_000);
  }
  const parked = ran.find(({ block }) => block.includes('--request r3'))!;
  expect(parked.failed).toEqual([{ command: expect.stringContaining('watch presentation/u1/r3'), code: 4 }]);
  expect(parked.output).toContain('no balance');
  const designs = outputs('service list designs').join('');
  expect(designs.match(/White tea/g)).toHaveLength(1);
});
