import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { stringify } from 'yaml';
import { packageRoot } from '../../src/io/package-root';

import { processesOf, QUICK_POLLING } from '../cli/deck';
import { listenForMail } from '../notifications/mail-listener';
import { listenForWebhooks } from '../notifications/webhook-listener';
import { TEST_TEMPORAL, TEST_TEMPORAL_EXECUTABLE } from '../setup/global-setup';
import { quietPorts } from '../setup/quiet-ports';
import { blocksOf } from './blocks';
import { installed, Reader, type Substitution } from './reader';
import { Shell } from './shell';

/** Pastes every block of the pages in plan.ts into terminals, in order. Only directories and ports differ. */
const root = mkdtempSync(join(tmpdir(), 'deck-pages-'));
const readers: Reader[] = [];
const shells: Shell[] = [];
afterAll(async () => {
  await Promise.all([...readers, ...shells].map((each) => each.close()));
  expect(processesOf(root)).toEqual([]);
  expect(readers.flatMap(({ neverRun }) => neverRun)).toEqual([]);
});

interface Place {
  directory: string;
  settingsFile: string;
  temporal: number;
  substitutions: Substitution[];
}

/** A directory with a settings file whose ports are free. */
async function place(name: string): Promise<Place> {
  const directory = join(root, name);
  mkdirSync(directory);
  const settingsFile = join(directory, 'temporal.yaml');
  const [temporal, service, review, codec] = (await quietPorts(4)) as [number, number, number, number];
  const settings = {
    temporal: { address: `127.0.0.1:${temporal}`, uiPort: 0 },
    server: { port: service },
    reviewServer: { port: review },
    workflow: { polling: QUICK_POLLING },
    encryption: { codecServer: { port: codec } },
  };
  writeFileSync(settingsFile, stringify(settings));
  const substitutions: Substitution[] = [
    ['localhost:7233', `127.0.0.1:${temporal}`],
    ['127.0.0.1:8787', `127.0.0.1:${service}`],
    ['127.0.0.1:8789', `127.0.0.1:${codec}`],
  ];
  return { directory, settingsFile, temporal, substitutions };
}

function reader(options: ConstructorParameters<typeof Reader>[0]): Reader {
  const made = new Reader(options);
  readers.push(made);
  return made;
}

/** The stack of a page with settings of its own. */
async function devStack({ directory, settingsFile }: Place): Promise<void> {
  const shell = new Shell(directory, { ...process.env, DECK_CONFIG: settingsFile });
  shells.push(shell);
  shell.start(`node ${packageRoot}/bin/deck.js dev`);
  await shell.says('Ready');
}

const fileOf = (output: string) => output.trimEnd().split('\n').at(-1)!;

describe('next to the stack of the README', () => {
  let shared: Place;
  const guide = (name: string) => reader({ ...shared, cwd: join(root, name) });

  test('README.md', async () => {
    shared = await place('shared');
    const user = reader(shared);
    await user.readPage('README.md');
    const [started] = user.outputsOf('npm start');
    expect(statSync(/^.*\.pptx$/m.exec(started!)![0]).size).toBeGreaterThan(10_000);
    const [watched] = user.outputsOf('deck watch');
    expect(watched).toContain('presentation/u1/r1\n');
    expect(statSync(fileOf(watched!)).size).toBeGreaterThan(10_000);
  }, 300_000);

  test('docs/api.md', async () => {
    installed(join(root, 'api'), '@temporalio', 'typescript', '@types');
    const user = guide('api');
    await user.readPage('docs/api.md');
    expect(user.outputsOf('node tea.mjs')[0]).toContain('The history of tea.pptx');
  }, 120_000);

  test('docs/batch.md', async () => {
    const user = guide('batch');
    await user.readPage('docs/batch.md');
    expect(user.outputsOf('--report')[0]).toContain('2 of 2 delivered');
    expect(fileOf(user.outputsOf('--from-deck')[0]!)).toMatch(/\.pdf$/);
  }, 120_000);

  test('docs/mcp.md', async () => {
    await guide('mcp').readPage('docs/mcp.md');
    const [config] = blocksOf('docs/mcp.md').filter(({ kind }) => kind === 'json');
    const { command, args } = JSON.parse(config!.text.replaceAll('/path/to/this/project', packageRoot)).mcpServers.deck;
    const client = new Client({ name: 'reader', version: '1' });
    const env = { ...process.env, DECK_CONFIG: shared.settingsFile } as Record<string, string>;
    await client.connect(new StdioClientTransport({ command, args, env, cwd: root }));
    const { tools } = await client.listTools();
    const started = await client.callTool({ name: 'start_deck', arguments: { title: 'Tea', request: 'mcp' } });
    await client.close();
    const page = readFileSync(join(packageRoot, 'docs', 'mcp.md'), 'utf8');
    const listed = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(listed).toEqual(tools.map(({ name }) => name));
    expect(started).toMatchObject({ structuredContent: { id: 'presentation/me/mcp' } });
  }, 60_000);
});

test('docs/clusters.md, against a server that was started elsewhere', async () => {
  const own = await place('clusters');
  const substitutions: Substitution[] = [
    ['eu-central-1.aws.api.temporal.io:7233', process.env[TEST_TEMPORAL]!],
    // A key enables TLS.
    [/^api_key = .*\n?/gm, ''],
  ];
  const user = reader({ ...own, substitutions, cwd: own.directory });
  await user.readPage('docs/clusters.md');
  expect(user.outputsOf('deck setup')[0]).toContain('decks.a1b2c');
}, 120_000);

test('docs/encryption.md, with keys of its own', async () => {
  const own = await place('encryption');
  const bin = join(own.directory, 'bin');
  mkdirSync(bin);
  writeFileSync(
    join(bin, 'temporal'),
    `#!/bin/sh\nexec '${process.env[TEST_TEMPORAL_EXECUTABLE]}' "$@" --address 127.0.0.1:${own.temporal}\n`,
    { mode: 0o755 },
  );
  const env = { PATH: `${bin}:${process.env.PATH}` };
  installed(own.directory, '@temporalio', 'typescript', '@types');
  const user = reader({ ...own, cwd: own.directory, env, onSettings: () => devStack(own) });
  await user.readPage('docs/encryption.md');
  const ran = await user.paste(`npx tsc --strict --module node20 --skipLibCheck program.mts
DECK_ENCRYPTION_KEY=$(cat deck-k1.key) node program.mjs
deck status u1/figures`);
  expect(ran).toEqual({ failed: [], output: expect.stringContaining('Our figures') });
  expect(user.outputsOf('temporal workflow result')[0]).toContain('Our plans');
}, 180_000);

test('docs/notifications.md, with a webhook and a mail receiver on this host', async () => {
  const own = await place('notifications');
  const [port] = (await quietPorts(1)) as [number];
  const [hook, mail] = await Promise.all([listenForWebhooks(), listenForMail()]);
  writeFileSync(join(own.directory, 'on-call-url'), hook.url);
  writeFileSync(join(own.directory, 'on-call-key'), hook.secret);
  installed(own.directory, '@temporalio', 'typescript', '@types', 'standardwebhooks');
  const substitutions: Substitution[] = [
    ['/run/secrets', own.directory],
    ['127.0.0.1:9000', `127.0.0.1:${port}`],
    ['listen(9000)', `listen(${port})`],
  ];
  const user = reader({ ...own, substitutions, cwd: own.directory, env: { DECK_SMTP: mail.url() } });
  await user.readPage('docs/notifications.md');
  await user.close();
  expect(user.outputsOf('deck doctor --notify')[0]).toContain('test this is a test notification');
  expect(hook.attempts.map(({ event }) => event.type)).toEqual(['test']);
  expect(mail.mails.map(({ to }) => to)).toEqual([['me@example.com']]);
  await Promise.all([hook.close(), mail.close()]);
}, 120_000);
