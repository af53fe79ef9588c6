import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { download, type ServiceClient } from '../src/client';
import { serviceClient } from '../src/client/account/service-client';
import type { Settings } from '../src/config';
import { contentCheckState } from '../src/contract/profile';
import { wireFormats } from '../src/core/formats';
import type { Timing } from '../src/service/domain/timing';
import { pollDelay } from '../workflows/presentation/poll';
import { startNoOpWorker } from './no-op';
import { measurePairs, type Paired, pairsAskedFor, secondsOf, withLoad } from './pairs';
import { runDeck, startLocalStack } from './stack';
import { ASKED_ONCE, stepsOfDeck } from './steps';

const TITLE = 'Quarterly review of a coffee chain';
/** The waits of `temporal.yaml`, all of them the same on both sides: no jitter. */
const SAME_WAITS = { polling: { jitter: 0 }, review: { mode: 'off' }, onFailure: 'fail' };
/** Delays with which a deck takes about 20 s: 3 s its outline, a content job of 4 s, an export of 2 s, the polls around them. */
export const TWENTY_SECONDS: Partial<Timing> = { outlineFragmentMs: 40, contentFragmentMs: 8, exportMs: 2000 };

const IN_FLIGHT = 30;
/** Decks of one measurement, after one another where the service is instant: the loop is closed, one ends, one begins. */
const INSTANT_DECKS = 45;

/** Seconds of a durable deck over a script that makes the same calls, by the same schedule of polls. */
export async function againstScript(): Promise<Paired[]> {
  return [
    await wholeDecks('service of about 20 s per deck', TWENTY_SECONDS),
    await wholeDecks('instant service, poll delays only', {}),
  ];
}

async function wholeDecks(profile: string, timing: Partial<Timing>): Promise<Paired> {
  const stack = await startLocalStack({ workflow: SAME_WAITS }, timing, { durable: true });
  const client = serviceClient(stack.settings);
  try {
    return await measurePairs(
      { name: `deck / plain script, ${profile}`, target: '≤ 1.05', unit: 's' },
      {
        ours: async () => (await runDeck(stack, { title: TITLE })).ms / 1000,
        other: () => secondsOf(() => bareDeck(client, stack.settings)),
      },
      { beginEvery: 1500 },
    );
  } finally {
    await client.close();
    await stack.close();
  }
}

/** Decks per minute with Temporal, service, worker and files on one machine. */
export async function throughput(): Promise<Paired[]> {
  return [await againstNoOps(), await againstPromises()];
}

async function againstNoOps(): Promise<Paired> {
  const stack = await startLocalStack({ workflow: ASKED_ONCE }, {}, { durable: true });
  const other = await startNoOpWorker(stack.settings, stack.temporal);
  const name = 'decks per minute, instant service / no-op workflows of the same shape';
  try {
    const steps = await stepsOfDeck(stack);
    return await measurePairs(
      { name, target: '≥ 0.75', unit: 'per minute' },
      {
        ours: () => aMinute(INSTANT_DECKS, () => runDeck(stack, { title: TITLE })),
        other: () => aMinute(INSTANT_DECKS, () => other.run(steps)),
      },
    );
  } finally {
    await other.stop();
    await stack.close();
  }
}

/** Of the closed loops against promises: how long their slots take to begin, one after the other, and one window. */
const RAMP_MS = 20_000;
const WINDOW_MS = 20_000;

/**
 * Two closed loops at once, 30 decks in each, on one machine and one service: a deck every 20 s and slot leaves the
 * machine mostly idle, and so both meet the same. Decks a minute are the slots over the mean time of the decks that ended
 * in a window (Little's law), which does not jump by a deck more or less.
 */
async function againstPromises(): Promise<Paired> {
  const sections = { workflow: SAME_WAITS, worker: { concurrency: { jobs: 4 } } };
  const stack = await startLocalStack(sections, TWENTY_SECONDS, { durable: true });
  const client = serviceClient(stack.settings);
  const name = 'decks per minute, service of 20 s per deck with 4 concurrent jobs / promises';
  try {
    return await withLoad({ name, target: '≥ 0.95', unit: 'per minute' }, async () => {
      const windows = pairsAskedFor();
      const [ours, other] = await Promise.all([
        closedLoop(windows, () => runDeck(stack, { title: TITLE })),
        closedLoop(windows, () => bareDeck(client, stack.settings)),
      ]);
      return ours.map((aMinute, window) => ({ ours: aMinute, other: other[window]! }));
    });
  } finally {
    await client.close();
    await stack.close();
  }
}

/** @returns runs a minute in each window after the ramp */
async function closedLoop(windows: number, run: () => Promise<unknown>): Promise<number[]> {
  const began = performance.now();
  const taken: number[][] = Array.from({ length: windows }, () => []);
  const lane = async (slot: number) => {
    await delay((slot * RAMP_MS) / IN_FLIGHT);
    while (performance.now() - began < RAMP_MS + windows * WINDOW_MS) {
      const seconds = await secondsOf(run);
      taken[Math.floor((performance.now() - began - RAMP_MS) / WINDOW_MS)]?.push(seconds);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, (_, slot) => lane(slot)));
  if (taken.some((ended) => ended.length === 0)) throw new Error('no deck ended within a window; make it longer');
  return taken.map((ended) => (IN_FLIGHT * 60 * ended.length) / ended.reduce((sum, each) => sum + each, 0));
}

/** Closed loop until the given number has ended. @returns runs a minute */
async function aMinute(runs: number, run: () => Promise<unknown>): Promise<number> {
  let left = runs;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      await run();
    }
  };
  return (60 * runs) / (await secondsOf(() => Promise.all(Array.from({ length: IN_FLIGHT }, lane))));
}

const user = { uid: 'bare', channel: '' };

/** The calls of a deck from a title, as a program without durability makes them. */
async function bareDeck(client: ServiceClient, settings: Settings): Promise<void> {
  const { profile } = settings;
  await client.ensureToken(user);
  const { id: task_id } = await client.call('createTask', { title: TITLE, type: profile.taskTypes.title }, user);
  let outline = '';
  for await (const fragment of client.stream('streamOutline', { task_id }, user)) outline += fragment;
  if (outline === '') throw new Error('the outline is empty');
  const ticket = await client.call('startContent', { task_id }, user);
  await polled(settings, async () => {
    const { status, content } = await client.call('checkContent', { ticket }, user);
    if (contentCheckState(profile, status, true) === 'failed') throw new Error('the content failed');
    return contentCheckState(profile, status, true) === 'succeeded' && content !== '';
  });
  const tree = await client.call('readOutlineTree', { task_id }, user);
  if (tree.children.length === 0) throw new Error('the tree is empty');
  const templates = await client.call('searchSuits', { task_id, page: 1, page_size: 1 }, user);
  const template = { template_id: templates.list[0]!.id, template_type: 1 };
  const { id } = await client.call('saveDesign', { task_id, name: TITLE, ...template }, user);
  const format = wireFormats(profile.exportFormats).ppt;
  const task_key = await client.call('startExport', { id, format, edit: true, files_to_zip: false }, user);
  let links: string[] = [];
  await polled(settings, async () => {
    links = await client.call('readExportResult', { task_key }, user);
    return links.length > 0;
  });
  const folder = join(settings.output.directory, user.uid);
  await mkdir(folder, { recursive: true });
  const limits = { maxBytes: settings.download.maxSize, idleMs: 60_000, totalMs: settings.workflow.timeouts.download };
  for (const [index, link] of links.entries()) {
    const { body } = await download(link, { ...limits, allowPrivate: true });
    await pipeline(Readable.from(body), createWriteStream(join(folder, `${id}-${index}.pptx`)));
  }
}

/** By the schedule of the workflow. */
async function polled({ workflow }: Settings, ask: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    await delay(pollDelay(workflow.polling, attempt, Math.random()));
    if (await ask()) return;
  }
}
