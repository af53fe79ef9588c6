import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { temporal } from '@temporalio/proto';
import { builtBundle, plainTraits, programs } from '../../src/temporal/bundles';
import { DEEP, figure } from '../deep';
import { spread } from '../setup/spread';
import { historyOf, keptNames, replayable } from './kept';
import { type Found, type Prefix, prefixesOf, replayPrefixes } from './prefix';
import { historiesIn, typeOf } from './prefix-folder';
import { HUNG_MS, quiet } from './prefix-worker';

/**
 * Every beginning of every kept history is replayed, every query is made after it, and every message is sent to it. The
 * code must not do other things than it did, no handler may throw, and nothing may continue without an end.
 */
quiet();

/** Other histories, such as those of a run at random: a folder. */
const FOLDER = process.env.DECK_HISTORIES;
const HOURS_MS = 6 * 60 * 60 * 1000;
const shipped = (program: (typeof programs)[number]) =>
  readFileSync(builtBundle(program, plainTraits).codePath, 'utf8');
const kept = () => keptNames.flatMap((name) => prefixesOf(name, replayable(historyOf(name))));

/** What a prefix ends with, and how far into its history it is. */
const placed = (prefixes: readonly Prefix[]) => {
  const longest = new Map(prefixes.map(({ name, events }) => [name, events]));
  return prefixes.map((prefix) => ({
    ...prefix,
    end: prefix.history.events!.at(-1)!.eventType,
    tenth: Math.floor((9 * prefix.events) / longest.get(prefix.name)!),
  }));
};

async function nothingFound(code: string, prefixes: readonly Prefix[], of: string): Promise<void> {
  const { found, ...counts } = await replayPrefixes(code, prefixes, { thin: DEEP === 0 });
  const { prefixes: replayed, sentTo, deliveries } = counts;
  figure(
    `prefixes of ${of}: ${replayed} replayed, ${sentTo} sent to, ${deliveries} deliveries, ${found.length} failures`,
  );
  expect(kindsOf(found)).toEqual([]);
  expect(deliveries).toBeGreaterThan(replayed * 4);
}

/** One line for each kind of failure, with the first place where it shows. */
function kindsOf(found: readonly Found[]): string[] {
  const kinds = new Map<string, Found[]>();
  for (const one of found) {
    const kind = `${one.delivery} ${one.fault.slice(0, 500)}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), one]);
  }
  return [...kinds].map(
    ([kind, all]) => `${kind}: ${all.length}, first ${all[0]!.name} after ${all[0]!.events} events`,
  );
}

it(
  'every prefix of the kept histories replays and takes every message',
  async () => {
    const prefixes = spread(placed(kept()), ['name', 'end', 'tenth']);
    expect(new Set(prefixes.map(({ name }) => name)).size).toBe(keptNames.length);
    await nothingFound(shipped('presentation'), prefixes, 'kept histories');
  },
  HOURS_MS,
);

(FOLDER === undefined ? it.skip : it)(
  'every prefix of the histories in DECK_HISTORIES replays and takes every message',
  async () => {
    const all = historiesIn(FOLDER!);
    expect(all.length).toBeGreaterThan(0);
    const isJob = (type: string) => shipped('jobs').includes(`async function ${type}(`);
    for (const program of programs) {
      const own = all.filter(({ recorded }) => isJob(typeOf(recorded)) === (program === 'jobs'));
      if (own.length === 0) continue;
      const prefixes = own.flatMap(({ name, recorded }) => prefixesOf(name, recorded));
      await nothingFound(shipped(program), prefixes, `${own.length} histories of ${program}`);
    }
  },
  HOURS_MS,
);

it('a folder gives its histories in every form', () => {
  const folder = mkdtempSync(join(tmpdir(), 'deck-histories-'));
  try {
    const [name] = keptNames;
    const { history } = replayable(historyOf(name!));
    writeFileSync(join(folder, 'one.json'), JSON.stringify(historyOf(name!)));
    writeFileSync(join(folder, 'two.bin'), temporal.api.history.v1.History.encode(history).finish());
    writeFileSync(join(folder, 'notes.txt'), 'no history');
    const read = historiesIn(folder);
    expect(read.map((one) => one.name)).toEqual(['one.json', 'two.bin']);
    expect(read.map(({ recorded }) => recorded.history.events!.length)).toEqual(Array(2).fill(history.events!.length));
    expect(read.map(({ recorded }) => typeOf(recorded))).toEqual(['presentation', 'presentation']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Mistakes put into the code must be found: what finds nothing shows nothing. */
describe('is found:', () => {
  const NAME = 'pasted-markdown-outline-edited';
  const prefixes = prefixesOf(NAME, replayable(historyOf(NAME)));
  const atReview = prefixes.filter(({ events }) => events === 26);
  const found = async (code: string, given: readonly Prefix[], only: string, hungMs = 1500) =>
    (await replayPrefixes(code, given, { hungMs, only })).found;
  /** Handlers go through the SDK's `setHandler`, whose text changes with its version alone. */
  const withHandler = (name: string, change: string) => {
    const code = shipped('presentation');
    const head = 'function setHandler(def, handler, options) {';
    const changed = code.replace(head, `${head} if (def.name === '${name}') { const own = handler; ${change} }`);
    expect(changed).not.toBe(code);
    return changed;
  };

  it('a renamed activity, at any place in the history', async () => {
    const code = shipped('presentation');
    const changed = code.replaceAll('.saveDesign(', '.storeDesign(');
    expect(changed).not.toBe(code);
    const saved = prefixes.findIndex(({ history }) =>
      history.events!.at(-1)!.activityTaskScheduledEventAttributes?.activityType?.name?.startsWith('saveDesign'),
    );
    expect(saved).toBeGreaterThan(0);
    const all = await found(changed, prefixes.slice(saved - 2, saved + 3), 'cancel', HUNG_MS);
    const faults = all.filter(({ delivery }) => delivery === 'replay');
    // Before the call nothing is wrong yet.
    expect(faults.map(({ events }) => events)).toEqual(prefixes.slice(saved, saved + 3).map(({ events }) => events));
    expect(faults[0]!.fault).toContain('nondeterminism');
  });

  it.each([
    [
      'a signal that throws',
      'approveOutline',
      "handler = () => { throw new TypeError('doctored') };",
      /^signal approveOutline.*doctored/,
    ],
    [
      'a signal that rejects later',
      'approveOutline',
      "handler = async () => { await null; throw new TypeError('doctored') };",
      /^signal approveOutline.*doctored/,
    ],
    [
      'a signal without an end',
      'approveOutline',
      'handler = () => { for (;;); };',
      /^signal approveOutline.*timed out/,
    ],
    [
      'an update that throws',
      'review',
      "handler = () => { throw new TypeError('doctored') };",
      /^update review: approve .*doctored/,
    ],
    [
      'a validator with a mistake',
      'review',
      'options = { ...options, validator: (value) => value.no.where };',
      /^update review.*validator threw TypeError/,
    ],
    [
      'a query that throws',
      'progress',
      "handler = () => { throw new TypeError('doctored') };",
      /^query progress.*doctored/,
    ],
    ['a query that never answers', 'progress', 'handler = () => new Promise(() => {});', /^query progress/],
    ['a query without an end', 'progress', 'handler = () => { for (;;); };', /^query progress.*timed out/],
    [
      'a query that changes something',
      'progress',
      'let asked = 0; handler = () => ({ ...own(), asked: asked++ });',
      /^query progress two answers differ/,
    ],
    [
      'a handler that does something else in a replay',
      'approveOutline',
      'handler = (value) => globalThis.__TEMPORAL_ACTIVATOR__.info.unsafe.isReplaying ? undefined : own(value);',
      /^signal approveOutline.*\(replayed\) other commands/,
    ],
  ])('%s', async (_, name, change, expected) => {
    const lines = (await found(withHandler(name, change), atReview, name)).map(
      ({ delivery, fault }) => `${delivery} ${fault}`,
    );
    expect(lines).toContainEqual(expect.stringMatching(expected));
  });
});
