import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PresentationInput } from '../../src/decks/input/input';
import { halfWritten } from './checker';
import { type FaultyDeck, type FaultyPipeline, inTurns, startFaultyPipeline } from './faulty-pipeline';

/** Rows 9 and 10 of the fault matrix: jobs that do not end well, exports and files that cannot be had. */

let pipeline: FaultyPipeline;
let output: string;
beforeAll(async () => {
  pipeline = await startFaultyPipeline({
    settings: {
      workflow: {
        polling: { firstDelay: '20ms', steps: ['50ms'], cap: '200ms', floor: '10ms', deadline: '60s' },
        retries: { queueFullDelay: '100ms', default: { firstDelay: '100ms', cap: '200ms', attempts: 4 } },
      },
    },
  });
  output = pipeline.settings.output.directory;
  mkdirSync(output, { recursive: true });
});
afterAll(() => pipeline.close());

/** For what never ends: soon enough to be met, later than a machine that stands still. */
const ENDING: { polling?: { deadline: string } } = { polling: { deadline: '8s' } };
const answer = (data: unknown) => ({
  type: 'status',
  status: 200,
  body: JSON.stringify({ code: 0, msg: '', data }),
  contentType: 'application/json',
});
const retry = (deck: FaultyDeck, more = {}) =>
  deck.handle.executeUpdate('resolve', { args: [{ action: 'retry', ...more }] });

describe('row 9: content jobs', () => {
  const unlisted = answer({ status: 77, content: '' });

  it.each([
    ['failed, less often than the budget', { endpoint: 'startContent', times: 2, effect: { type: 'failJob' } }, 3],
    ['of an unlisted status for a while', { endpoint: 'checkContent', times: 3, effect: unlisted }, 1],
  ])('%s: the deck arrives, and another job is paid only after one that has failed', async (_, rule, starts) => {
    const deck = await pipeline.deck({}, [rule]);
    const result = await pipeline.arrived(deck);
    expect(result.problems).toEqual([]);
    expect(result.paidCalls).toMatchObject({ startContent: starts, createTask: 1, streamOutline: 1, saveDesign: 1 });
  });

  it('failed every time: parked after the budget; nothing further is paid until a person decides', async () => {
    const deck = await pipeline.deck({}, [
      { endpoint: 'startContent', times: 3, effect: { type: 'failJob', reason: 'no words' } },
    ]);
    const { attention, paidCalls } = await pipeline.parked(deck);
    expect(attention).toMatchObject({ stage: 'content', type: 'GenerationFailed' });
    expect(attention!.message).toContain('failed (3 attempts): no words');
    expect(paidCalls).toEqual({ createTask: 1, streamOutline: 1, startContent: 3 });
    await retry(deck);
    expect((await pipeline.arrived(deck)).paidCalls).toMatchObject({ startContent: 4 });
  });

  it.each([
    ['of an unlisted status', { endpoint: 'checkContent', effect: unlisted }, 'status 77', {}, 1],
    [
      'that says it runs',
      { endpoint: 'checkContent', effect: answer({ status: 1, content: '' }) },
      'did not end in time',
      {},
      1,
    ],
    [
      'that never ends, and a person has given up',
      { endpoint: 'startContent', times: 1, effect: { type: 'neverFinish' } },
      'did not end in time',
      { newJob: true },
      2,
    ],
  ])('%s: parked at the deadline; a retry looks at the same job', async (_, rule, words, more, starts) => {
    const deck = await pipeline.deck({ settings: ENDING }, [rule]);
    const { attention, paidCalls } = await pipeline.parked(deck);
    expect(attention).toMatchObject({ stage: 'content', type: 'JobLate' });
    expect(attention!.message).toContain(words);
    expect(paidCalls).toEqual({ createTask: 1, streamOutline: 1, startContent: 1 });
    await pipeline.administer('DELETE', '/faults');
    await retry(deck, more);
    expect((await pipeline.arrived(deck)).paidCalls).toMatchObject({ startContent: starts });
  });
});

describe('row 10: exports and files', () => {
  /** What was generated before the fault is what there is after it. */
  const paidOnce = { createTask: 1, streamOutline: 1, startContent: 1, saveDesign: 1 };
  const cells: [string, Partial<PresentationInput>, object[], number][] = [
    ['the queue is full, three times', {}, [{ endpoint: 'startExport', times: 3, effect: 'queueFull' }], 0],
    [
      'the export has expired when its file is requested',
      {},
      [{ endpoint: 'readExportResult', nth: 2, times: 1, effect: { type: 'code', code: 20001 } }],
      1,
    ],
    ['no file for a while', {}, [{ endpoint: 'readExportResult', times: 5, effect: answer([]) }], 0],
    ['the link has expired, once', {}, [{ endpoint: 'file', times: 1, effect: 'linkExpired' }], 1],
    ['the file is cut off, once', {}, [{ endpoint: 'file', times: 1, effect: { type: 'truncate', bytes: 2000 } }], 0],
    [
      'the file is cut off, three times',
      { formats: ['pdf'] },
      [{ endpoint: 'file', times: 3, effect: { type: 'truncate', bytes: 9 } }],
      0,
    ],
    [
      'an HTML page instead of the file',
      {},
      [{ endpoint: 'file', times: 1, effect: { type: 'status', status: 200, body: '<html>Please log in</html>' } }],
      0,
    ],
    ['an empty file', {}, [{ endpoint: 'file', times: 1, effect: { type: 'status', status: 200, body: '' } }], 0],
    [
      'a file that begins right and ends nowhere',
      { formats: ['pdf'] },
      [{ endpoint: 'file', times: 1, effect: { type: 'status', status: 200, body: '%PDF-1.7 and no end' } }],
      0,
    ],
    ['a connection that breaks', {}, [{ endpoint: 'file', times: 2, effect: 'reset' }], 0],
    ['HTTP 503 for the file', {}, [{ endpoint: 'file', times: 2, effect: { type: 'status', status: 503 } }], 0],
  ];

  it(`${cells.length} temporary failures: the file arrives whole, nothing is generated twice, no partial file stays`, async () => {
    await inTurns(cells, async ([what, input, rules, again]) => {
      const deck = await pipeline.deck(input, rules);
      const result = await pipeline.arrived(deck, again);
      expect({ what, problems: result.problems }).toEqual({ what, problems: [] });
      expect({ what, ...result.paidCalls }).toMatchObject({ what, ...paidOnce });
    });
    expect(halfWritten(output)).toEqual([]);
  });

  const stays: [string, object, string, string][] = [
    ['the export fails', { endpoint: 'startExport', effect: { type: 'failJob' } }, 'export', ''],
    ['the export never ends', { endpoint: 'startExport', effect: { type: 'neverFinish' } }, 'export', 'JobLate'],
    ['the list stays empty', { endpoint: 'readExportResult', effect: answer([]) }, 'export', 'JobLate'],
    ['every link has expired', { endpoint: 'file', effect: 'linkExpired' }, 'download', 'LinkExpired'],
    ['the file is always cut off', { endpoint: 'file', effect: { type: 'truncate', bytes: 2000 } }, 'download', ''],
    [
      'the file is always a page',
      { endpoint: 'file', effect: { type: 'status', status: 200, body: '<html>' } },
      'download',
      'FileUnusable',
    ],
  ];

  it(`${stays.length} permanent failures: parked with a sentence, no file visible; retry delivers the same design`, async () => {
    const decks = await inTurns(stays, async ([what, rule, stage, type]) => {
      const deck = await pipeline.deck({ settings: type === 'JobLate' ? ENDING : {} }, [rule]);
      const { attention, files, paidCalls, designId } = await pipeline.parked(deck);
      expect({ what, stage: attention!.stage, files }).toEqual({ what, stage, files: [] });
      if (type !== '') expect(attention!.type).toBe(type);
      expect(readdirSync(output, { recursive: true }).filter((name) => String(name).includes(deck.uid))).toEqual(
        stage === 'download' ? [expect.any(String), expect.any(String)] : [],
      );
      // A job that never ends is replaced when a person says so.
      return { deck, paidCalls, designId, more: what === 'the export never ends' ? { newJob: true } : {} };
    });
    await pipeline.administer('DELETE', '/faults');
    for (const { deck, paidCalls, designId, more } of decks) {
      await retry(deck, more);
      // Exports that could not be had are there as well: each was started because the one before was gone.
      const result = await pipeline.arrived(deck, 5);
      expect(result.designId).toBe(designId);
      expect(result.paidCalls).toMatchObject({ ...paidOnce, startExport: expect.any(Number) });
      expect(paidCalls.startContent).toBe(1);
    }
    expect(halfWritten(output)).toEqual([]);
  });

  /** A small disk of its own; only where this machine lets us mount one. */
  function mountSmallDisk(): string | undefined {
    const folder = mkdtempSync(join(tmpdir(), 'deck-disk-'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'deck-test', folder], { stdio: 'ignore' });
      return folder;
    } catch {
      rmSync(folder, { recursive: true, force: true });
      return undefined;
    }
  }

  it('a disk that is full: parked as FileUnusable, nothing half-written; with room again the same export arrives', async () => {
    const small = mountSmallDisk();
    // Without the right to mount, a folder whose parent is a file: it cannot be written to either.
    const blocked = join(output, 'disk-user');
    if (small === undefined) {
      writeFileSync(blocked, 'in the way');
    } else {
      mkdirSync(blocked, { recursive: true });
      execFileSync('mount', ['--bind', small, blocked]);
    }
    const clear = () => {
      if (small !== undefined) execFileSync('umount', [blocked]);
      rmSync(blocked, { recursive: true, force: true });
    };
    let cleared = false;
    try {
      const handle = await pipeline.start({
        uid: 'disk-user',
        title: 'No room',
        settings: { review: { mode: 'off' } },
      });
      const deck = { uid: 'disk-user', handle };
      const { attention } = await pipeline.parked(deck);
      expect(attention).toMatchObject({ stage: 'download', type: small === undefined ? 'FileUnusable' : 'DiskFull' });
      expect(attention!.message).toContain(small === undefined ? 'cannot be written' : 'the disk is full');
      const left = small === undefined ? [] : readdirSync(blocked, { recursive: true, withFileTypes: true });
      expect(left.filter((entry) => entry.isFile())).toEqual([]);
      clear();
      cleared = true;
      await retry(deck);
      expect((await pipeline.arrived(deck)).paidCalls).toEqual({ ...paidOnce, startExport: 1 });
    } finally {
      if (!cleared) clear();
      if (small !== undefined) {
        execFileSync('umount', [small]);
        rmSync(small, { recursive: true, force: true });
      }
    }
  });

  it('a folder that is a file: parked as FileUnusable', async () => {
    writeFileSync(join(output, 'file-user'), 'in the way');
    const handle = await pipeline.start({
      uid: 'file-user',
      title: 'In the way',
      settings: { review: { mode: 'off' } },
    });
    const deck = { uid: 'file-user', handle };
    expect((await pipeline.parked(deck)).attention).toMatchObject({ stage: 'download', type: 'FileUnusable' });
    rmSync(join(output, 'file-user'));
    await retry(deck);
    await pipeline.arrived(deck);
  });
});
