import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Settings } from '../../src/config';
import {
  connectTemporal,
  type DevServer,
  findTemporalExecutable,
  freePorts,
  presentationSearchAttributes,
  startDevServer,
  type TemporalConnection,
} from '../../src/temporal';
import { type JournalLine, journalOf } from '../faults/checker';
import { type Processes, prepareProcesses } from '../faults/processes';
import { wordDocument } from '../service/hostile/word-document';
import { type Line, openLine } from './line';
import { strikeFurther } from './operator';
import { type Blow, type Part, parts } from './plan';
import type { FaultRule } from './sites';

/** Bounds of the calls, short enough that what hangs is given up within a storm. */
const DEADLINES = { connect: '3s', headers: '4s', bodyIdle: '3s', total: '5s', streamTotal: '20s' };
const WORKFLOW = {
  polling: { firstDelay: '50ms', steps: ['100ms', '200ms'], cap: '300ms', floor: '10ms', deadline: '8s' },
  timeouts: { call: '7s', stream: '25s', heartbeat: '3s', heartbeatPaid: '5s', download: '20s', workflowTask: '3s' },
  // Decks may fail often in a storm; the test judges whether failures are counted right, not where they end.
  generationAttempts: 6,
  paidCalls: 1000,
  // Few enough that a storm can use them up: then a deck parks, and is helped.
  retries: {
    ...Object.fromEntries(
      ['default', 'create'].map((kind) => [kind, { firstDelay: '50ms', cap: '500ms', attempts: 12 }]),
    ),
    queueFullDelay: '300ms',
  },
};

/** Temporal with its database, the service and the worker, each a process of its own, with lines between them. */
export interface Rig {
  settings: Settings;
  temporal: TemporalConnection;
  directory: string;
  /** What no log may contain, with what each is; grows as tokens and signatures pass. */
  secrets: Map<string, string>;
  /** Puts rules in force; they are put in force again, drawing on, whenever the service has been restarted. */
  arm(rules: readonly Armed[]): Promise<void>;
  /** Strikes with a process or a line; answers false where there was nothing to strike. */
  strike(blow: Blow): Promise<boolean>;
  /** The worker stands still for this time, in milliseconds. */
  stall(ms: number): Promise<void>;
  /** No fault from here on, and every process killed and restarted. */
  calmAndRestart(): Promise<void>;
  /** Everything that the service has written down, over all its lives. */
  journal(): Promise<JournalLine[]>;
  /** How often each call's rules have struck a user. */
  struck(uids: readonly string[]): Record<string, number>;
  printed(part: 'worker' | 'service'): string;
  /** Processes that ended although no one had stopped them. */
  endedByThemselves: string[];
  close(options?: { keep?: boolean }): Promise<void>;
}

export interface Armed {
  uid: string;
  rule: FaultRule;
}

export async function openRig(): Promise<Rig> {
  const directory = mkdtempSync(join(tmpdir(), 'deck-chaos-'));
  const { path: executable } = await findTemporalExecutable();
  const serverOptions = {
    executable,
    dbFile: join(directory, 'temporal.db'),
    headless: true,
    namespaces: ['default', 'service'],
    searchAttributes: presentationSearchAttributes,
  };
  let server: DevServer = await startDevServer(serverOptions);
  const adminKey = randomBytes(16).toString('hex');
  const inbox = join(directory, 'inbox');
  mkdirSync(inbox);
  writeFileSync(join(inbox, 'tea.docx'), wordDocument());

  const secrets = new Map([
    ['demo-secret-key', 'the secret key'],
    [adminKey, 'the admin key'],
  ]);
  const temporalLine = await openLine(server.address);
  const [port] = await freePorts('127.0.0.1', 1);
  const serviceUrl = `http://127.0.0.1:${port}`;
  const serviceLine = await openLine(`127.0.0.1:${port}`, (bytes) => collectSecrets(bytes, secrets));
  const lines: Record<string, Line> = { service: serviceLine, temporal: temporalLine };
  const processes: Processes = await prepareProcesses({
    temporalAddress: temporalLine.address,
    own: randomUUID().slice(0, 8),
    directory,
    port: port!,
    serviceUrl: `http://${serviceLine.address}`,
    timing: { outlineFragment: '2ms', contentFragment: '1ms', export: '50ms' },
    env: { DECK_TEST_CONTROLS_KEY: adminKey },
    service: { timeouts: DEADLINES },
    worker: { shutdownGraceTime: '1s' },
    workflow: WORKFLOW,
    documents: { inbox },
    log: { level: 'info' },
  });
  const { settings } = processes;

  let stormy = true;
  let closing = false;
  let lives = 0;
  const armed: Armed[] = [];
  const journal: JournalLine[] = [];
  const struck = new Map<string, number>();
  const endedByThemselves: string[] = [];
  /** One change of a process at a time; a second blow at one that is down finds nothing. */
  const down = new Set<Part>();

  const administer = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${serviceUrl}/_admin${path}`, {
      method,
      headers: { 'x-admin-key': adminKey },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { code, data, msg } = (await answer.json()) as { code: number; data: unknown; msg: string };
    if (code !== 0) throw new Error(msg);
    return data;
  };
  const post = (rules: readonly Armed[]) =>
    Promise.all(
      rules.map(({ uid, rule }) =>
        administer('POST', '/faults', { uid, ...rule, seed: `${rule.seed} ${uid} ${lives}` }),
      ),
    );
  /** What the service knows only while it lives is taken from it before it is killed. */
  const remember = async (): Promise<void> => {
    journal.push(...(await journalOf(serviceUrl, adminKey)));
    for (const { uid, endpoint, effect, struck: times } of (await administer('GET', '/faults')) as {
      uid: string;
      endpoint: string;
      effect: { type: string };
      struck: number;
    }[]) {
      const name = `${uid} ${effect.type} ${endpoint}`;
      if (times > 0) struck.set(name, (struck.get(name) ?? 0) + times);
    }
  };

  const start = async (part: Part): Promise<void> => {
    if (part === 'temporal') {
      server = await startDevServer({ ...serverOptions, port: Number(server.address.split(':')[1]) });
      return;
    }
    // As whatever looks after processes does: what ends because another one is not there yet is started again.
    for (;;) {
      const ready = await processes.start(part).then(
        () => true,
        () => false,
      );
      if (ready) break;
      if (closing) return;
      await pause(200);
    }
    if (part !== 'service') return;
    lives += 1;
    if (stormy) await post(armed);
  };
  const stop = async (part: Part, how: 'kill' | 'terminate'): Promise<void> => {
    if (part === 'temporal') {
      process.kill(server.pid, 'SIGKILL');
      await server.ended;
      return;
    }
    if (part === 'service' && processes.alive(part)) await remember();
    await (how === 'kill' ? processes.kill(part) : processes.terminate(part));
  };
  const bounce = async (part: Part, how: 'kill' | 'terminate', backAfter: number): Promise<boolean> => {
    if (down.has(part)) return false;
    down.add(part);
    await stop(part, how);
    await pause(backAfter);
    await start(part);
    down.delete(part);
    return true;
  };
  const look = setInterval(() => {
    for (const part of ['worker', 'service'] as const) {
      if (down.has(part) || processes.alive(part)) continue;
      endedByThemselves.push(part);
      down.add(part);
      void start(part).finally(() => down.delete(part));
    }
  }, 200);

  await Promise.all([processes.start('service'), processes.start('worker')]);
  const temporal = await connectTemporal(settings);

  const rig: Rig = {
    settings,
    temporal,
    directory,
    secrets,
    endedByThemselves,
    printed: processes.printed,
    async arm(rules) {
      stormy = true;
      armed.push(...rules);
      await post(rules);
    },
    async strike(blow) {
      if ('part' in blow) return bounce(blow.part, blow.what, blow.backAfter);
      return 'line' in blow ? lines[blow.line]!.strike(blow) : strikeFurther(settings, temporal, blow);
    },
    stall: (ms) => processes.stall('worker', ms),
    async calmAndRestart() {
      stormy = false;
      armed.length = 0;
      for (const line of Object.values(lines)) line.calm();
      while (down.size > 0) await pause(50);
      for (const part of parts) down.add(part);
      await Promise.all(parts.map((part) => stop(part, 'kill')));
      await start('temporal');
      await Promise.all([start('service'), start('worker')]);
      down.clear();
    },
    async journal() {
      return [...journal, ...(await journalOf(serviceUrl, adminKey))];
    },
    struck(uids) {
      const found: Record<string, number> = {};
      for (const [name, times] of struck) {
        const [uid, type, endpoint] = name.split(' ');
        if (!uids.includes(uid!)) continue;
        const what = `${type} ${endpoint}`;
        found[what] = (found[what] ?? 0) + times;
      }
      return found;
    },
    async close({ keep = false } = {}) {
      closing = true;
      clearInterval(look);
      await temporal.close();
      await processes.close();
      for (const line of Object.values(lines)) await line.close();
      await server.stop();
      if (!keep) rmSync(directory, { recursive: true, force: true });
    },
  };
  return rig;
}

/** Tokens, signatures and signed links as they pass between worker and service. */
function collectSecrets(bytes: Buffer, secrets: Map<string, string>): void {
  const text = bytes.subarray(0, 4096).toString('latin1');
  const found: [RegExp, string][] = [
    [/x-token: *(\S{8,})/gi, 'a token'],
    [/x-signature: *(\S{8,})/gi, 'a signature'],
    [/[?&]signature=([\w-]{8,})/g, 'the signature of a link'],
  ];
  for (const [pattern, what] of found) for (const [, value] of text.matchAll(pattern)) secrets.set(value!, what);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
