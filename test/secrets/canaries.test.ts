import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { pastFailedSteps } from '../../src/decks/api/errors';
import type { PresentationInput } from '../../src/decks/input/input';
import { deck } from '../cli/deck';
import { everythingOf } from '../client/misbehaving';
import { figure } from '../deep';
import type { Fault } from '../faults/fault-proxy';
import { deckPath, type Review, startReview } from '../review/review';
import { scrape } from '../telemetry/scrape';
import { startWatchedStack, type WatchedDeck, type WatchedStack } from '../telemetry/watched-stack';
import { Scanner } from './scanner';
import { filesBelow, keptByServer, texts } from './sinks';

const ENV = {
  DECK_ENCRYPTION_KEY: randomBytes(32).toString('hex'),
  DECK_TEST_CONTROLS_KEY: 'watched-admin-key-canary-of-the-tests',
  DECK_OPERATOR_TOKEN: 'watched-operator-token-canary',
  DECK_REVIEW_KEY: `watched-review-key-canary-${randomBytes(16).toString('hex')}`,
};
const SECTIONS = {
  encryption: { enabled: true, keys: [{ id: 'k1', key: { env: 'DECK_ENCRYPTION_KEY' } }], currentKey: 'k1' },
  workflow: { retries: { default: { firstDelay: '20ms', cap: '50ms', attempts: 3 } } },
};
/** Not a secret: a word that must be found wherever a deck's title may appear. */
const TITLE = 'Quokkas of Rottnest Island';

/** The service says what it was called with, as a careless one would. */
const repeated = (headers: IncomingHttpHeaders) =>
  `key ${headers['x-api-key']} token ${headers['x-token']} signature ${headers['x-signature']} secret watched-secret-key-canary`;
const envelope =
  (code: number, status = 200): (() => Fault) =>
  () => ({ kind: 'answer', status, body: (headers) => JSON.stringify({ code, data: [], msg: repeated(headers) }) });
const answer = (type: string, body: (told: string) => string, status = 200, headers = {}): (() => Fault) => {
  return () => ({
    kind: 'answer',
    status,
    headers: { 'content-type': type, ...headers },
    body: (got) => body(repeated(got)),
  });
};

interface Round {
  what: string;
  decks: number;
  path?: string;
  fault?: () => Fault;
  input?: Partial<PresentationInput>;
}
const unreviewed = { settings: { review: { mode: 'off' } } } as const;
const failing = { settings: { onFailure: 'fail' } } as const;

/** 100 decks: most end early or wait for a decision, which is all that a secret needs to be in the wrong place. */
const ROUNDS: readonly Round[] = [
  { what: 'delivered', decks: 4, input: { ...unreviewed, formats: ['ppt', 'pdf'] } },
  {
    what: 'link answered with 403',
    decks: 4,
    path: '.pptx',
    fault: answer('text/plain', (told) => told, 403),
    input: unreviewed,
  },
  {
    what: 'link redirected',
    decks: 4,
    path: '.pptx',
    fault: answer('text/plain', (told) => told, 302, {
      location: 'http://169.254.169.254/?signature=watched-secret-key-canary',
    }),
    input: unreviewed,
  },
  { what: 'task refused', decks: 10, path: '/v2/task', fault: envelope(40_007) },
  { what: 'task refused, and failed', decks: 10, path: '/v2/task', fault: envelope(40_007), input: failing },
  { what: 'task with HTTP 500', decks: 10, path: '/v2/task', fault: envelope(50_000, 500) },
  { what: 'token refused', decks: 10, path: '/chat/outline', fault: envelope(43_103) },
  { what: 'signature refused', decks: 8, path: '/grant/token', fault: envelope(43_102) },
  {
    what: 'signature refused, and failed',
    decks: 4,
    path: '/grant/token',
    fault: envelope(43_102, 401),
    input: failing,
  },
  {
    what: 'stream with an error event',
    decks: 8,
    path: '/chat/outline',
    fault: answer(
      'text/event-stream',
      (told) => `event:error\ndata:${JSON.stringify({ code: 40_007, msg: told })}\n\n`,
    ),
  },
  {
    what: 'stream withheld',
    decks: 6,
    path: '/chat/outline',
    fault: answer('text/event-stream', (told) => `event:filter\ndata:${told}\n\n`),
  },
  { what: 'HTML for a tree', decks: 6, path: '/generate/data', fault: answer('text/html', (told) => `<html>${told}`) },
  { what: 'answer lost', decks: 6, path: '/chat/outline', fault: () => ({ kind: 'lose-answer' }) },
  { what: 'connection broken', decks: 4, path: '/v2/task', fault: () => ({ kind: 'break-before' }) },
  { what: 'stream stalled, and cancelled', decks: 6 },
];
const DECKS = ROUNDS.reduce((sum, { decks }) => sum + decks, 0);

let stack: WatchedStack;
let review: Review;
let closed = false;
let runs = 0;
const scanner = new Scanner();
const planted = new Scanner();
/** What a reader could find, by place. */
const sinks = new Map<string, string>();
const say = (sink: string, text: string) => sinks.set(sink, `${sinks.get(sink) ?? ''}${text}\n`);
const outcomes: Record<string, number> = {};

async function administer(path: string, body?: object): Promise<string> {
  const headers = { 'x-admin-key': ENV.DECK_TEST_CONTROLS_KEY };
  const call = body ? { method: 'POST', body: JSON.stringify(body) } : {};
  return (await fetch(`http://127.0.0.1:${stack.settings.server.port}/_admin${path}`, { headers, ...call })).text();
}

/** Looks at a deck until it rests, and keeps what the server shows of it meanwhile: activities, heartbeats, failures. */
async function settled(handle: WatchedDeck, stalls: boolean): Promise<void> {
  for (;;) {
    const description = await handle.describe();
    const { raw, read } = await texts(description.raw.pendingActivities, stack.temporal.dataConverter);
    if (raw.length > 2) say('heartbeats', `${raw}\n${read}`);
    const { PresentationStage: [stage] = [], PresentationAttention: [attention] = [] } = description.searchAttributes;
    const { name } = description.status;
    const rest =
      name !== 'RUNNING' ? name : attention !== undefined ? 'parked' : stage === 'review' ? 'review' : undefined;
    if (stalls && read.includes('fragments')) await handle.cancel();
    if (rest !== undefined) {
      outcomes[rest] = (outcomes[rest] ?? 0) + 1;
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function live({ what, decks, path, fault, input }: Round): Promise<void> {
  const stalls = path === undefined && input === undefined;
  if (path !== undefined) stack.proxy.strike(path, fault!(), decks);
  if (stalls)
    await administer('/faults', { endpoint: 'streamOutline', times: decks, effect: { type: 'stall', events: 3 } });
  const handles = await Promise.all(
    Array.from({ length: decks }, (_, at) =>
      stack.start({ title: `${TITLE}, ${what} ${at}`, formats: ['ppt'], ...input }),
    ),
  );
  await Promise.all(handles.map((handle) => settled(handle, stalls)));
  const [one] = handles as [WatchedDeck];
  for (const query of ['progress', '__stack_trace', '__enhanced_stack_trace', '__temporal_workflow_metadata']) {
    // On a busy machine, the server may have seen no poll for a while.
    say('queries', JSON.stringify(await pastFailedSteps(Date.now() + 120_000, () => one.query(query))));
  }
  for (const handle of handles) {
    const { status } = await handle.describe();
    if (status.name === 'RUNNING') continue;
    const ended = await handle.result().catch((error: unknown) => error);
    say('failures', ended instanceof Error ? everythingOf(ended) : JSON.stringify(ended));
  }
  say('command line', await commands(one));
  stack.proxy.reset();
}

let commanded = 0;
/** A few of the rounds are looked at from a terminal too; each command is a process. */
async function commands({ workflowId }: WatchedDeck): Promise<string> {
  if (commanded++ % 5 !== 0) return '';
  const options = { cwd: stack.cwd, env: { ...stack.keys, DECK_DEBUG: '1' } };
  const config = ['--config', join(stack.cwd, 'worker.yaml')];
  const all = [
    ['status', workflowId],
    ['status', workflowId, '--json'],
    ['list', '--json'],
  ];
  const said = await Promise.all(all.map((args) => deck([...args, ...config], options)));
  return said.map(({ stdout, stderr }) => stdout + stderr).join('\n');
}

async function pages(): Promise<void> {
  const config = await deck(['config', '--config', join(stack.cwd, 'worker.yaml')], {
    cwd: stack.cwd,
    env: stack.keys,
  });
  say('settings', config.stdout + config.stderr);
  const waiting = await stack.start({ title: `${TITLE}, reviewed`, settings: { review: { mode: 'required' } } });
  await settled(waiting, false);
  const link = review.link({ workflowId: waiting.workflowId });
  scanner.add('review-link', link);
  await review.until(link, ({ mayDecide }) => mayDecide);
  for (const path of [
    '/review',
    ...['', '/revisions/1', '/slides?revision=1'].map((path) => deckPath(link) + path),
    '/v1/templates',
    '/v1/decks',
    '/v1/nothing',
  ]) {
    say('review page', (await review.call(path, { link })).bytes.toString());
  }
  say('review page', JSON.stringify(await review.decide(link, { revision: 9, decision: 'approve', reviewer: 'ada' })));
  for (const path of ['/overview', '/faults', '/clock']) say('administration', await administer(path));
  say('journal', await administer('/journal'));
}

beforeAll(async () => {
  stack = await startWatchedStack({ sections: SECTIONS, env: ENV });
  planted.add('title', TITLE);
  const names: Record<string, string> = {
    DECK_API_KEY: 'key',
    DECK_SECRET_KEY: 'secret',
    DECK_ENCRYPTION_KEY: 'codec-key',
  };
  for (const [name, value] of stack.secrets) scanner.add(names[name] ?? name, value);
  scanner.add('codec-key', Buffer.from(ENV.DECK_ENCRYPTION_KEY, 'hex'));
  stack.proxy.observe((kind, value) => scanner.add(kind, value));
  const { code } = await stack.client.call('grantCode', { uid: 'somebody', channel: '' }, { uid: 'somebody' });
  scanner.add('code', code);
  const settings = { ...stack.settings, data: { ...stack.settings.data, directory: join(stack.cwd, 'data') } };
  review = await startReview({ ...stack, settings } as unknown as Parameters<typeof startReview>[0], { env: ENV });

  for (const round of ROUNDS) await live(round);
  await pages();

  const { client, serviceClient, dataConverter } = stack.temporal;
  const { taskQueue, jobsTaskQueue } = stack.settings.temporal;
  const decks = await keptByServer(client, taskQueue, dataConverter);
  const jobs = await keptByServer(serviceClient, jobsTaskQueue, dataConverter);
  runs = decks.runs;
  say('histories, as they lie there', decks.raw);
  say('histories, decrypted', decks.read);
  say('histories of jobs', `${jobs.raw}\n${jobs.read}`);
  say('attributes and memo', `${decks.attributes}\n${jobs.attributes}`);
  say('metrics', (await scrape(stack.metrics.worker, stack.metrics.service)).text);
  for (const { name, text } of filesBelow(stack.cwd)) {
    const isSettings = name === 'temporal.yaml' || name === 'worker.yaml';
    const isDatabase = name.startsWith('data/service/service.db');
    say(isSettings ? 'settings' : isDatabase ? 'database of the service' : 'files', text);
  }
  closed = true;
  await review.close();
  say('logs', `${review.logged()}\n${await stack.close()}`);
  say('traces', stack.collector.text());
});

afterAll(async () => {
  if (!closed) await Promise.all([review?.close(), stack?.close()]);
});

/** What each sink must hold if it was read at all; where `TITLE` may appear, the test looks for it. */
const HOLDS: Record<string, string> = {
  'histories, as they lie there': 'EVENT_TYPE_WORKFLOW_EXECUTION_STARTED',
  'histories, decrypted': TITLE,
  'histories of jobs': 'renderExport',
  'attributes and memo': TITLE,
  failures: 'QuotaExhausted',
  heartbeats: 'fragments',
  queries: TITLE,
  'command line': TITLE,
  logs: 'the deck is parked',
  journal: 'createTask',
  'review page': TITLE,
  administration: 'createTask',
  metrics: 'deck_started_total',
  traces: 'serve saveDesign',
  files: TITLE,
  'database of the service': TITLE,
  settings: 'jobsTaskQueue',
};
const REQUIRED = ['key', 'secret', 'token', 'code', 'signature', 'codec-key'];

/** An account is identified by its key, which opens nothing without the secret: in settings and users' own rows. */
const RIGHTLY: Record<string, readonly string[]> = { 'database of the service': ['key'], settings: ['key'] };

describe(`secrets of ${DECKS} decks, most of them parked or failed`, () => {
  it('were all seen on their way, and the decks ended in every way', () => {
    expect([...scanner.kinds.keys()]).toEqual(expect.arrayContaining([...REQUIRED, 'link', 'review-link']));
    expect(runs).toBe(DECKS + 1);
    expect(runs).toBeGreaterThan(100);
    expect(Object.keys(sinks.size >= 10 ? HOLDS : {}).sort()).toEqual([...sinks.keys()].sort());
    figure(
      `secret canaries: ${scanner.kinds.size} kinds, ${sinks.size} sinks, ${DECKS + 1} decks ${JSON.stringify(outcomes)}`,
    );
    expect(outcomes).toMatchObject({
      COMPLETED: expect.any(Number),
      FAILED: expect.any(Number),
      CANCELLED: expect.any(Number),
      parked: expect.any(Number),
      review: expect.any(Number),
    });
  });

  it.each(Object.entries(HOLDS))('do not appear in: %s', (sink, holds) => {
    const text = sinks.get(sink)!;
    expect([sink, text.includes(holds)]).toEqual([sink, true]);
    const rightly = RIGHTLY[sink] ?? [];
    expect(scanner.hits(text).filter((hit) => !rightly.some((kind) => hit.startsWith(`${kind} after`)))).toEqual([]);
    if (holds === TITLE) expect(planted.hits(text)).toHaveLength(1);
    // The positive control: put into this very text, each kind is found, however it is written.
    for (const [kind, value] of scanner.kinds) {
      const bytes = Buffer.from(value, 'latin1');
      for (const form of [value, bytes.toString('hex'), Buffer.from(`x${value}y`, 'latin1').toString('base64')]) {
        expect(scanner.hits(`${text.slice(0, 100)}${form}${text.slice(-100)}`)).toContainEqual(
          expect.stringContaining(`${kind} after`),
        );
      }
    }
  });

  it('are not readable, and neither is a title, without the codec key', () => {
    expect(planted.hits(sinks.get('histories, as they lie there')!)).toEqual([]);
  });
});
