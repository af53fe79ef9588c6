import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { parse, stringify } from 'yaml';
import { packageRoot } from '../../src/base/io/package-root';
import { EXAMPLE } from '../../src/cli/commands/run';

import { processesOf, QUICK_POLLING } from '../cli/deck';
import { listenForMail } from '../notifications/mail-listener';
import { listenForWebhooks } from '../notifications/webhook-listener';
import { TEST_TEMPORAL, TEST_TEMPORAL_EXECUTABLE } from '../setup/global-setup';
import { quietPorts } from '../setup/quiet-ports';
import { blocksOf } from './blocks';
import { addSettings, installed, Reader, type Substitution } from './reader';
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
async function devStack({ directory, settingsFile }: Place, env: NodeJS.ProcessEnv = {}): Promise<void> {
  const shell = new Shell(directory, { ...process.env, ...env, DECK_CONFIG: settingsFile });
  shells.push(shell);
  shell.start(`node ${packageRoot}/bin/deck.js dev`);
  await shell.says(/Ready|<failed/);
  expect(shell.failures).toEqual([]);
}

/** Puts a Temporal CLI that is connected to the server of a page where terminals find it. */
function temporalCli({ directory, temporal }: Place): NodeJS.ProcessEnv {
  const bin = join(directory, 'bin');
  mkdirSync(bin);
  writeFileSync(
    join(bin, 'temporal'),
    `#!/bin/sh\nexec '${process.env[TEST_TEMPORAL_EXECUTABLE]}' "$@" --address 127.0.0.1:${temporal}\n`,
    { mode: 0o755 },
  );
  return { PATH: `${bin}:${process.env.PATH}` };
}

const fileOf = (output: string) => output.trimEnd().split('\n').at(-1)!;

describe('next to the stack of the README', () => {
  let shared: Place;
  const guide = (name: string) => reader({ ...shared, cwd: join(root, name) });

  test('README.md', async () => {
    shared = await place('shared');
    // Every checkout that runs tests is installed, and the reader has no document of their own.
    const substitutions: Substitution[] = [
      ...shared.substitutions,
      ['npm ci && npm start', 'npm start'],
      ['report.docx', EXAMPLE],
    ];
    const user = reader({ ...shared, substitutions });
    await user.readPage('README.md');
    const [started] = user.outputsOf('npm start');
    expect(statSync(/^\/.*\.pptx$/m.exec(started!)![0]).size).toBeGreaterThan(10_000);
    const [, own] = user.outputsOf('npm start');
    expect(own).toMatch(/“A title” is a frame with \d+ open prompts/);
    const [watched] = user.outputsOf('deck watch');
    expect(watched).toContain('presentation/u1/r1\n');
    expect(statSync(fileOf(watched!)).size).toBeGreaterThan(10_000);
  });

  test('docs/api.md', async () => {
    installed(join(root, 'api'), '@temporalio', 'typescript', '@types');
    const user = guide('api');
    await user.readPage('docs/api.md');
    expect(user.outputsOf('node tea.mjs')[0]).toContain('The history of tea (frame).pptx');
  });

  test('docs/batch.md', async () => {
    const user = guide('batch');
    await user.readPage('docs/batch.md');
    expect(user.outputsOf('--report')[0]).toContain('2 of 2 delivered');
    expect(fileOf(user.outputsOf('--from-deck')[0]!)).toMatch(/\.pdf$/);
  });

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
  });
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
});

test('docs/encryption.md, with keys of its own', async () => {
  const own = await place('encryption');
  const env = temporalCli(own);
  installed(own.directory, '@temporalio', 'typescript', '@types');
  const user = reader({ ...own, cwd: own.directory, env, onSettings: () => devStack(own) });
  await user.readPage('docs/encryption.md');
  const ran = await user.paste(`npx tsc --strict --module node20 --skipLibCheck program.mts
DECK_ENCRYPTION_KEY=$(cat deck-k1.key) node program.mjs
deck status u1/figures`);
  expect(ran).toEqual({ failed: [], output: expect.stringContaining('Our figures') });
  expect(user.outputsOf('temporal workflow result')[0]).toContain('Our plans');
});

test('docs/notifications.md, with a webhook and a mail receiver on this host', async () => {
  const own = await place('notifications');
  const [port] = (await quietPorts(1)) as [number];
  const [hook, chat, mail] = await Promise.all([listenForWebhooks(), listenForWebhooks(), listenForMail()]);
  const env = { DECK_SMTP: mail.url(), DECK_SLACK_URL: chat.url, DECK_TEAMS_URL: chat.url };
  writeFileSync(join(own.directory, 'on-call-url'), hook.url);
  writeFileSync(join(own.directory, 'on-call-key'), hook.secret);
  installed(own.directory, '@temporalio', 'typescript', '@types', 'standardwebhooks');
  const substitutions: Substitution[] = [
    ['/run/secrets', own.directory],
    ['127.0.0.1:9000', `127.0.0.1:${port}`],
    ['listen(9000)', `listen(${port})`],
  ];
  const user = reader({ ...own, substitutions, cwd: own.directory, env });
  await user.readPage('docs/notifications.md');
  await user.close();
  expect(user.outputsOf('deck doctor --notify')[0]).toContain('test this is a test notification');
  expect(hook.attempts.map(({ event }) => event.type)).toEqual(['test']);
  expect(chat.attempts.map(({ body }) => Object.keys(JSON.parse(body))[0]).sort()).toEqual(['text', 'type']);
  expect(mail.mails.map(({ to }) => to)).toEqual([['me@example.com']]);
  await Promise.all([hook.close(), chat.close(), mail.close()]);
});

test('docs/approvals.md, under the policy that it sets', async () => {
  const own = await place('approvals');
  const user = reader({ ...own, cwd: own.directory, onSettings: () => devStack(own) });
  await user.readPage('docs/approvals.md');
  const [decided] = user.outputsOf('--delegate-to');
  for (const part of ['1 of 2 approvals; missing: legal', 'objection 1 by Bo', 'Cy']) expect(decided).toContain(part);
  const ran = await user.paste('deck review u1/r1 --approve --reviewer Ann\ndeck status u1/r1');
  expect(ran!.failed).toEqual([expect.objectContaining({ code: 1 })]);
  expect(ran!.output).toContain('content review');
});

test('docs/embedding.md, with a worker of its own', async () => {
  const own = await place('embedding');
  await devStack(own);
  installed(own.directory, '@temporalio', 'typescript', '@types');
  const user = reader({ ...own, cwd: own.directory });
  await user.readPage('docs/embedding.md');
  expect(user.outputsOf('node tea.mjs')[0]).toContain('Tea (frame).pptx');
});

/** Makes the decks of docs/operations.md: two parked, one stalled, one overdue, one with a possible duplicate. */
const OPERATED_DECKS = `
rule() { curl --fail --silent -H "x-admin-key: $(cat admin.key)" http://127.0.0.1:8787/_admin/faults -d "$1"; }
waits() { until deck status "$1" | grep -q "$2"; do sleep 1; done; }
rule '{"endpoint": "createTask", "nth": 1, "times": 2, "effect": {"type": "code", "code": 40007}}'
deck start Balance --uid u1 --key r1
deck start Balance --uid u2 --key r1
waits u1/r1 parked
waits u2/r1 parked
rule '{"endpoint": "saveDesign", "nth": 1, "effect": {"type": "reset", "when": "before"}}'
deck start Duplicate --uid u1 --key r4 --review off
deck watch u1/r4
deck start Duplicate --uid u1 --key other --review off
deck watch u1/other
deck start Key --uid u1 --key r2
deck start Waiting --uid u1 --key r3
deck start Limit --uid u1 --key r5 --set paidCalls=1
waits u1/r2 'awaiting review'
temporal workflow signal --workflow-id presentation/u1/r2 --name approveOutline --input '{}' \
  --input-meta encoding=binary/encrypted --input-meta encryption-key-id=lost
waits u1/r2 stalled
waits u1/r3 'awaiting review'
waits u1/r5 parked
echo '{"title": "White tea"}' > decks.jsonl
deck batch start decks.jsonl --uid u1`;

test('docs/operations.md, with decks in the states that it describes', async () => {
  const own = await place('operations');
  const key = 'k'.repeat(64);
  writeFileSync(join(own.directory, 'admin.key'), key);
  addSettings(own.settingsFile, { workflow: { polling: QUICK_POLLING, review: { escalateAfter: '1s' } } });
  await devStack(own, { DECK_TEST_CONTROLS_KEY: key });
  const substitutions = [...own.substitutions];
  const user = reader({ ...own, substitutions, cwd: own.directory, env: temporalCli(own) });
  expect((await user.paste(user.here(OPERATED_DECKS)))!.failed).toEqual([]);
  const { output } = (await user.paste('deck service list designs --uid u1 --json'))!;
  const ids = [...output.matchAll(/"id":\s*(\d+)/g)].map(([, id]) => Number(id)).sort((one, other) => one - other);
  expect(ids).toHaveLength(2);
  substitutions.push(['100007', String(ids[0])], ['100008', String(ids[1])]);
  await user.readPage('docs/operations.md');
  const seen = {
    'deck inbox': 'resolve PaidCallsExhausted',
    'deck list --parked': 'QuotaExhausted',
    'deck resolve --all': 'presentation/u2/r1',
    'deck status u1/r2': 'stalled',
    'deck review u1/r3': '# Waiting',
    'deck list --overdue': 'u1/r3',
    'deck service list designs': 'Duplicate',
    'deck status u1/r4': 'duplicate?',
    'deck status u1/r5 --json': '"PaidCallsExhausted"',
  };
  for (const [command, words] of Object.entries(seen)) expect(user.outputsOf(command)[0]).toContain(words);
});

test('docs/internals/testing.md, up to its fault rules', async () => {
  const own = await place('testing');
  const { server, ...others } = parse(readFileSync(own.settingsFile, 'utf8'));
  const substitutions: Substitution[] = [
    ...own.substitutions,
    ['/tmp/deck-faults', own.directory],
    ["echo 'data: {", `echo '${stringify(others)}server: { port: ${server.port} }\ndata: {`],
  ];
  const user = reader({ ...own, substitutions });
  await user.readPage('docs/internals/testing.md');
  expect(user.outputsOf('deck watch u1/r1')[0]).toContain('top up the account, then retry');
  expect(user.outputsOf('-X DELETE')[0]).toContain('"struck":1');
});
