import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { forEachLimit } from '../src/base/io/for-each-limit';
import { packageRoot } from '../src/base/io/package-root';
import { openSqliteFile } from '../src/base/io/sqlite';
import { type PresentationHandle, progress, resolve as resolveDeck, result, startPresentation } from '../src/decks/api';
import { type Configuration, killed, type ProcessStack, startProcessStack } from './processes';

/**
 * `npm run compare`: a script, a queue's worker, one that also keeps the result of each step, and decks, each in a process
 * of its own against the same service under the same faults. Everything that is counted is read from the service's database and from
 * the disk. Writes bench/results/compared.md.
 */

const ADMIN_KEY = randomUUID();
/** Runs at the same time. */
const AT_ONCE = 5;
const TITLE = 'Quarterly review of a coffee chain';
const ways = ['script', 'queue', 'steps', 'deck'] as const;
type Way = (typeof ways)[number];

interface Fault {
  name: string;
  rule?: { endpoint: string; nth?: number; times?: number; effect: object };
  /** Kill -9 of the process when the rule has struck. */
  kills?: boolean;
}

const calls = ['createTask', 'startContent', 'checkContent', 'saveDesign', 'startExport', 'readExportResult'];
const faults: Fault[] = [
  { name: 'none' },
  ...calls.flatMap((endpoint): Fault[] =>
    (['before', 'after'] as const).map((when) => ({
      name: `killed ${when} \`${endpoint}\` is applied`,
      rule: { endpoint, times: 1, effect: { type: 'hang', when } },
      kills: true,
    })),
  ),
  {
    name: 'killed while the outline streams',
    rule: { endpoint: 'streamOutline', times: 1, effect: { type: 'stall', events: 3 } },
    kills: true,
  },
  {
    name: 'killed while the file downloads',
    rule: { endpoint: 'file', times: 1, effect: { type: 'hang', when: 'before' } },
    kills: true,
  },
  ...['createTask', 'startContent', 'saveDesign', 'startExport'].map((endpoint) => ({
    name: `response of \`${endpoint}\` lost`,
    rule: { endpoint, times: 1, effect: { type: 'reset', when: 'after' } },
  })),
  ...['startContent', 'readExportResult'].map((endpoint) => ({
    name: `HTTP 503 three times at \`${endpoint}\``,
    rule: { endpoint, times: 3, effect: { type: 'status', status: 503 } },
  })),
  {
    name: 'token rejected in the middle',
    rule: { endpoint: 'saveDesign', times: 1, effect: { type: 'code', code: 43101, msg: 'expired' } },
  },
  {
    name: 'stream of the outline cut',
    rule: { endpoint: 'streamOutline', times: 1, effect: { type: 'cutStream', events: 3 } },
  },
  {
    name: 'content job fails once',
    rule: { endpoint: 'startContent', times: 1, effect: { type: 'failJob', reason: 'no' } },
  },
  {
    name: 'account empty for a while',
    rule: { endpoint: 'startContent', times: 1, effect: { type: 'code', code: 40007 } },
  },
];

interface Outcome {
  arrived: boolean;
  /** How often a person had to act. */
  person: number;
  /** Generations (outline, content) beyond one of each. */
  again: number;
  /** Tasks and designs beyond one of each, which no one refers to. */
  leftOver: number;
  /** The program itself says that something may exist twice. */
  reported: boolean;
  seconds: number;
}

class Comparison {
  constructor(
    private readonly stack: ProcessStack,
    private readonly configuration: Configuration,
  ) {}

  async of(way: Way, fault: Fault, number: number): Promise<Outcome> {
    const uid = `${way}-${number}`;
    if (fault.rule) await this.administer('POST', { ...fault.rule, uid });
    const began = performance.now();
    const told = way === 'deck' ? await this.deck(uid, fault) : await this.peer(way, uid, fault);
    const seconds = (performance.now() - began) / 1000;
    return { ...told, ...this.counted(uid), seconds };
  }

  private async peer(way: Way, uid: string, fault: Fault) {
    const program = join(packageRoot, 'dist', 'bench', 'peers', 'program.js');
    const args = [program, way, this.configuration.file, join(this.stack.directory, 'queue.db'), uid];
    const start = () => this.stack.run(args, 'peer ready');
    let process = await start();
    let person = 0;
    if (fault.kills) {
      await this.struck(uid, process);
      await killed(process);
      // A supervisor starts a worker again; a script, only a person does.
      if (way === 'script') person += 1;
      process = await start();
    }
    for (let code = await endOf(process); code !== 0 && person < 3; code = await endOf(process)) {
      person += 1;
      process = await start();
    }
    return { person, reported: false, arrived: this.hasFile(uid) };
  }

  private async deck(uid: string, fault: Fault) {
    const configuration = this.stack.configure(uid, { ...QUICK, temporal: { taskQueue: uid } });
    let worker = await this.stack.start('worker', configuration);
    const input = { uid, request: 'r1', title: TITLE };
    const { handle } = await startPresentation(this.stack.temporal.client, input, { taskQueue: uid });
    if (fault.kills) {
      await this.struck(uid, worker);
      await killed(worker);
      worker = await this.stack.start('worker', configuration);
    }
    const { ended, person } = await this.ended(handle);
    await killed(worker);
    const files = ended?.files ?? [];
    const arrived = files.length > 0 && files.every(({ path }) => existsSync(resolve(this.stack.directory, path)));
    return { person, reported: (ended?.possibleDuplicates ?? []).length > 0, arrived };
  }

  /** Resolves a parked deck as a person does, up to three times. */
  private async ended(handle: PresentationHandle) {
    let person = 0;
    const outcome = result(handle).then(
      (ended) => ({ ended }),
      (error: Error) => {
        console.error(error.message);
        return { ended: undefined };
      },
    );
    for (;;) {
      const known = await Promise.race([outcome, delay(500)]);
      if (known) return { ...known, person };
      const now = await progress(handle).catch(() => undefined);
      if (now?.attention === undefined || person === 3) continue;
      person += 1;
      await resolveDeck(handle, { action: 'retry' }).catch(() => undefined);
    }
  }

  /** @throws if the process ends before the rule has struck */
  private async struck(uid: string, process: ChildProcess): Promise<void> {
    for (;;) {
      const rules = (await this.administer('GET')) as { uid: string; struck: number }[];
      if (rules.some((rule) => rule.uid === uid && rule.struck > 0)) return;
      if (process.exitCode !== null) throw new Error(`the process ended with ${process.exitCode} before the fault`);
      await delay(50);
    }
  }

  private async administer(method: string, body?: object): Promise<unknown> {
    const { baseUrl } = this.configuration.settings.service;
    const headers = { 'x-admin-key': ADMIN_KEY };
    const answer = await fetch(`${baseUrl}/_admin/faults`, {
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
    });
    const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: unknown };
    if (code !== 0) throw new Error(msg);
    return data;
  }

  private hasFile(uid: string): boolean {
    const folder = join(this.configuration.settings.output.directory, uid);
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.pptx')) : [];
    return names.some((name) => readFileSync(join(folder, name)).subarray(0, 2).toString('latin1') === 'PK');
  }

  private counted(uid: string): { again: number; leftOver: number } {
    const file = join(this.configuration.settings.data.directory, 'service', 'service.db');
    const db = openSqliteFile(file, { readOnly: true });
    try {
      const count = (what: string) =>
        (db.prepare(`select ${what} as n from users where uid = ?`).get(uid) as { n: number | null } | undefined)?.n ??
        0;
      const rows = (table: string, more = '') =>
        count(`(select count(*) from ${table} where user_id = users.id ${more})`);
      const outlines = count('(select sum(outline_variants) from tasks where user_id = users.id)');
      const contents = rows('content_jobs', "and status = 'succeeded'");
      const beyond = (number: number) => Math.max(0, number - 1);
      return {
        again: beyond(outlines) + beyond(contents),
        leftOver: beyond(rows('tasks')) + beyond(rows('designs')),
      };
    } finally {
      db.close();
    }
  }
}

async function endOf(process: ChildProcess): Promise<number | null> {
  if (process.exitCode === null && process.signalCode === null) await once(process, 'exit');
  return process.exitCode;
}

const QUICK = {
  workflow: {
    polling: { firstDelay: '200ms', steps: ['200ms'], cap: '500ms', floor: '10ms' },
    review: { mode: 'off' },
    contentReview: { mode: 'off' },
  },
};

function table(outcomes: ReadonlyMap<Fault, Record<Way, Outcome>>): string[] {
  const cell = ({ arrived, person, again, leftOver, reported }: Outcome) => {
    const how = arrived ? (person > 0 ? `after ${person}×` : 'yes') : 'no';
    const paid = again > 0 ? `, ${again} paid again${reported ? ' (reported)' : ''}` : '';
    return `${how}${paid}${leftOver > 0 ? `, ${leftOver} left over${again === 0 && reported ? ' (reported)' : ''}` : ''}`;
  };
  const sum = (way: Way, of: (outcome: Outcome) => number) =>
    [...outcomes.values()].reduce((all, each) => all + of(each[way]), 0);
  const total = (name: string, of: (outcome: Outcome) => number) =>
    `| **${name}** | ${ways.map((way) => `**${sum(way, of)}**`).join(' | ')} |`;
  return [
    '| fault | script | queue | queue with steps | deck |',
    '|---|---|---|---|---|',
    ...[...outcomes].map(([{ name }, each]) => `| ${name} | ${ways.map((way) => cell(each[way])).join(' | ')} |`),
    total(`arrived, of ${outcomes.size}`, ({ arrived }) => Number(arrived)),
    total('arrived without a person', ({ arrived, person }) => Number(arrived && person === 0)),
    total('generations paid again', ({ again }) => again),
    total('of these, in decks that report nothing', ({ again, reported }) => (reported ? 0 : again)),
    total('tasks and designs left over', ({ leftOver }) => leftOver),
    total('of these, in decks that report nothing', ({ leftOver, reported }) => (reported ? 0 : leftOver)),
  ];
}

async function main(): Promise<void> {
  process.env.DECK_TEST_CONTROLS_KEY = ADMIN_KEY;
  const wanted = process.argv.slice(2);
  const stack = await startProcessStack();
  try {
    const configuration = stack.configure('service', QUICK);
    await stack.start('service', configuration);
    const comparison = new Comparison(stack, configuration);
    const chosen = faults.filter(({ name }) => wanted.length === 0 || wanted.some((each) => name.includes(each)));
    const outcomes = new Map(chosen.map((fault) => [fault, {} as Record<Way, Outcome>]));
    const runs = chosen.flatMap((fault) => ways.map((way) => ({ fault, way })));
    await forEachLimit(runs, AT_ONCE, async ({ fault, way }) => {
      const outcome = await comparison.of(way, fault, faults.indexOf(fault));
      console.log(`${fault.name}; ${way}: ${JSON.stringify(outcome)}`);
      outcomes.get(fault)![way] = outcome;
    });
    const text = [
      '# Compared',
      '',
      `Written by \`npm run compare\`, ${new Date().toISOString().slice(0, 10)}.`,
      '',
      ...table(outcomes),
      '',
    ];
    if (wanted.length === 0) writeFileSync(join(packageRoot, 'bench', 'results', 'compared.md'), text.join('\n'));
    else console.log(text.join('\n'));
  } finally {
    await stack.close();
  }
}

main().catch((error: Error) => {
  console.error(error);
  process.exit(1);
});
