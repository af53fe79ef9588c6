import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, Connection, type WorkflowHandle } from '@temporalio/client';
import { parse, stringify } from 'yaml';
import { openSqliteFile } from '../../src/base/io/sqlite';
import { loadSettings, type Settings } from '../../src/config';
import { workflowIdOf } from '../../src/core/deck-id';
import { PRESENTATION } from '../../src/core/messages';
import { overlay } from '../../src/core/overlay';
import type { PresentationProgress, PresentationResult } from '../../src/core/progress';
import type { PresentationInput } from '../../src/decks/input/input';
import { housekeepingSchedule } from '../../src/service/jobs/housekeeping';
import { readRun } from '../../src/worker/stack/run-file';
import { launch, type RunningDeck } from '../cli/deck';
import { TEST_TEMPORAL_EXECUTABLE } from '../setup/global-setup';

export type Deck = WorkflowHandle<(input: PresentationInput) => Promise<PresentationResult>>;

/** What a receiver of webhooks is found by; it is known to the settings by these names alone. */
export interface Receiver {
  url: string;
  secret: string;
}

/** Longer than any test is kept for; the settings allow no more. */
export const FOR_YEARS = '3650 days';
const ADMIN_KEY = 'the-admin-key-of-the-kept-installations';

/**
 * What an installation is recorded with. Results and batches hold absolute paths, so its folders are written as those of
 * whatever process reads them: the same on every machine, and wherever the installation is unpacked.
 */
const RECORDED = {
  temporal: { address: '127.0.0.1:0', uiPort: 0, retention: FOR_YEARS },
  data: { directory: '/proc/self/cwd/data' },
  output: { directory: '/proc/self/cwd/out' },
  server: {
    port: 0,
    housekeeping: FOR_YEARS,
  },
  reviewServer: { port: 0 },
  profile: { trashDays: 3650 },
  notifications: {
    webhooks: [
      {
        name: 'kept',
        url: { env: 'KEPT_HOOK_URL' },
        secret: { env: 'KEPT_HOOK_SECRET' },
        eventTypes: ['review.requested'],
      },
    ],
    giveUpAfter: FOR_YEARS,
  },
  workflow: {
    polling: { firstDelay: '50ms', steps: ['100ms'], cap: '1s', floor: '10ms', deadline: FOR_YEARS },
    review: { mode: 'off', reminders: [], escalateAfter: FOR_YEARS, deadline: FOR_YEARS },
    contentReview: { reminders: [], escalateAfter: FOR_YEARS, deadline: FOR_YEARS },
    retries: { create: { attempts: 1000 } },
  },
  log: { level: 'warn' },
};

/** Everything of `deck dev` in one folder: its settings, Temporal's database, the service's store, the files. */
export class Installation {
  #dev: RunningDeck | undefined;
  #connection: Connection | undefined;
  #client: Client | undefined;

  constructor(
    readonly directory: string,
    private readonly receiver: Receiver,
  ) {}

  static create(directory: string, receiver: Receiver): Installation {
    writeFileSync(join(directory, 'temporal.yaml'), stringify(RECORDED));
    return new Installation(directory, receiver);
  }

  /** Lays settings over those in the folder's `temporal.yaml`, for the next start. */
  configure(changes: object): void {
    const file = join(this.directory, 'temporal.yaml');
    writeFileSync(file, stringify(overlay(parse(readFileSync(file, 'utf8')), changes)));
  }

  get settings(): Settings {
    return loadSettings({ file: join(this.directory, 'temporal.yaml'), env: {} });
  }

  get dataDirectory(): string {
    return join(this.directory, 'data');
  }

  /** A path as a result has it, in this folder. */
  here(path: string): string {
    return path.replace(/^\/proc\/self\/cwd/, this.directory);
  }

  /** Where the service listens. */
  get serviceUrl(): string {
    return this.running().serviceUrl!;
  }

  get client(): Client {
    return this.#client!;
  }

  /** @param temporal the Temporal CLI whose server keeps the decks */
  async start(temporal = process.env[TEST_TEMPORAL_EXECUTABLE]): Promise<void> {
    this.#dev = launch(['dev'], {
      cwd: this.directory,
      env: {
        TEMPORAL_CLI: temporal,
        DECK_TEST_CONTROLS_KEY: ADMIN_KEY,
        KEPT_HOOK_URL: this.receiver.url,
        KEPT_HOOK_SECRET: this.receiver.secret,
      },
    });
    await this.#dev.says('Ready.');
    this.#connection = await Connection.connect({ address: this.running().temporalAddress! });
    this.#client = new Client({ connection: this.#connection });
  }

  /** Ends it as Ctrl-C does. @throws when that was not clean */
  async stop(): Promise<void> {
    await this.#connection?.close();
    const dev = this.#dev;
    this.#dev = undefined;
    if (dev === undefined) return;
    dev.child.kill('SIGINT');
    const { code, stderr } = await dev.finished;
    if (code !== 0) throw new Error(`deck dev ended with ${code}:\n${stderr}`);
  }

  async order(input: Partial<PresentationInput> & { uid: string }): Promise<Deck> {
    const order = { request: 'r1', title: `About ${input.uid}`, ...input };
    await this.client.workflow.start(PRESENTATION, {
      taskQueue: this.settings.temporal.taskQueue,
      workflowId: workflowIdOf(order),
      args: [order],
    });
    return this.deck(order);
  }

  /** The newest run of a deck. */
  deck({ uid, request = 'r1' }: { uid: string; request?: string }): Deck {
    return this.client.workflow.getHandle(workflowIdOf({ uid, request }));
  }

  /** A `deck` command next to the running installation. @returns what it printed with `--json` */
  async command(...args: string[]): Promise<unknown> {
    const { code, stdout, stderr } = await launch([...args, '--json'], { cwd: this.directory }).finished;
    if (code !== 0) throw new Error(`deck ${args.join(' ')} ended with ${code}:\n${stderr}`);
    return JSON.parse(stdout);
  }

  /** Has the service misbehave, or moves its clock. */
  async admin(what: 'faults' | 'clock', request: object): Promise<void> {
    const answer = await fetch(`${this.serviceUrl}/_admin/${what}`, {
      method: 'POST',
      headers: { 'x-admin-key': ADMIN_KEY },
      body: JSON.stringify(request),
    });
    if (!answer.ok) throw new Error(`${what} answered ${answer.status}: ${await answer.text()}`);
  }

  /** Has the service clear away what time has made superfluous. */
  async housekeeping(): Promise<void> {
    const { serviceNamespace: namespace } = this.settings.temporal;
    const service = new Client({ connection: this.#connection!, namespace });
    await service.schedule.getHandle(housekeepingSchedule(this.settings)).trigger();
  }

  /** Rows of the service's own store. */
  rows<Row>(query: string, ...values: unknown[]): Row[] {
    const db = openSqliteFile(join(this.dataDirectory, 'service', 'service.db'), { readOnly: true });
    try {
      return db.prepare(query).all(...values) as Row[];
    } finally {
      db.close();
    }
  }

  private running() {
    const run = readRun(this.dataDirectory);
    if (run === undefined) throw new Error(`nothing runs in ${this.directory}`);
    return run;
  }
}

/** Below the time that a test has, so that the failure says what was waited for. */
const PATIENCE_MS = 240_000;

/** Asks until there is an answer. @throws when there is none in time */
export async function eventually<T>(ask: () => Promise<T | undefined | false> | T | undefined | false): Promise<T> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`waited in vain for ${ask}`);
}

export function until(deck: Deck, fits: (progress: PresentationProgress) => boolean): Promise<PresentationProgress> {
  const look = async () => {
    const progress = await deck.query<PresentationProgress>('progress');
    return fits(progress) && progress;
  };
  return eventually(look).catch(() => {
    throw new Error(`waited in vain for ${fits} of ${deck.workflowId}`);
  });
}
