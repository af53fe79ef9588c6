import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServiceId } from '../../src/core/service-id';
import type { PresentationInput } from '../../src/decks/input/input';
import { type DevServer, presentationSearchAttributes, startDevServer } from '../../src/temporal';
import { DEEP, figure } from '../deep';
import { TEST_TEMPORAL_EXECUTABLE } from '../setup/global-setup';
import { judge } from './checker';
import { type FaultyDeck, type FaultyPipeline, inTurns, startFaultyPipeline } from './faulty-pipeline';
import { openGate } from './gate';

/**
 * Row 21 of the fault matrix: Temporal is killed and comes back after some seconds, while every call that costs is under
 * way. Of each call, one answer comes while Temporal is away, and one when it is back. A deep run has every length.
 */

/** Seconds. */
const AWAY = DEEP > 0 ? [1, 3, 5, 10, 15] : [10];
/**
 * Up to here no generation is given up. An answer that comes while Temporal is away is delivered later too, as long as
 * the SDK keeps trying; what it could not deliver is looked up, or reported.
 */
const COSTS_NOTHING = 10;
const STREAMS = 6;
/** Between the fragments of an outline, which then takes about 26 s. */
const FRAGMENT_MS = 150;

const MARKDOWN = '# Tea\n\n## Origins\n\n### China\n\n#### Rivers\n\nTea came down the rivers.\n';
/** Nothing before the call takes long. */
const calls: { endpoint: string; path: string; input: Partial<PresentationInput> }[] = [
  { endpoint: 'createTask', path: '/api/ai/chat/v2/task', input: { markdown: MARKDOWN } },
  { endpoint: 'startContent', path: '/api/ai/chat/v2/content', input: { title: 'Tea' } },
  { endpoint: 'addProLayout', path: '/api/ai/pro/layout/add', input: { markdown: MARKDOWN, proLayout: true } },
  { endpoint: 'saveDesign', path: '/api/design/v2/save', input: { markdown: MARKDOWN } },
  { endpoint: 'startExport', path: '/api/download/export/file', input: { markdown: MARKDOWN } },
];
const moments = ['while away', 'when back'] as const;

interface Ended {
  endpoint: string;
  /** How often the call is counted in the result, and how many requests the service got. */
  counted: number;
  asked: number;
  said: number;
  wrong: string[];
}

/** An outage of a Temporal server that serves nothing else. */
async function outage(seconds: number): Promise<Ended[]> {
  const folder = mkdtempSync(join(tmpdir(), 'deck-outage-'));
  const serverOptions = {
    executable: process.env[TEST_TEMPORAL_EXECUTABLE]!,
    dbFile: join(folder, 'temporal.db'),
    headless: true,
    namespaces: ['default', 'service'],
    searchAttributes: presentationSearchAttributes,
  };
  let server: DevServer = await startDevServer(serverOptions);
  const gate = await openGate();
  const pipeline = await startFaultyPipeline({
    temporalAddress: server.address,
    timing: { outlineFragmentMs: FRAGMENT_MS },
    // As it is shipped; the tests' own pipelines are more patient.
    settings: { workflow: { timeouts: {} } },
  });
  try {
    gate.target(pipeline.service.url);
    pipeline.settings.service.baseUrl = gate.url;
    await pipeline.stopWorker();
    await pipeline.startWorker();

    const held = await Promise.all(
      calls.flatMap(({ endpoint, path, input }) =>
        moments.map(async (moment) => {
          const uid = `user-${randomUUID().slice(0, 8)}`;
          const from = endpoint === 'startContent' ? { from: { taskId: await outlined(pipeline, uid) } } : {};
          const call = gate.hold(uid, path, 'applied');
          const { handle } = await pipeline.deck({ uid, ...input, ...from });
          await call.reached;
          return { endpoint, moment, call, deck: { uid, handle } };
        }),
      ),
    );
    const streams: FaultyDeck[] = [];
    for (let index = 0; index < STREAMS; index += 1) {
      streams.push(await pipeline.deck({ title: 'Tea' }));
      await pause(400);
    }
    await Promise.all(streams.map(begun));
    const opened = Date.now();
    await pause(4000);

    process.kill(server.pid, 'SIGKILL');
    await server.ended;
    const answer = (wanted: string) => {
      for (const { moment, call } of held) if (moment === wanted) call.release();
    };
    await pause(seconds * 500);
    answer('while away');
    await pause(seconds * 500);
    server = await startDevServer({ ...serverOptions, port: Number(server.address.split(':')[1]) });
    await pause(2000);
    answer('when back');

    const all = [...held, ...streams.map((deck) => ({ endpoint: 'streamOutline', deck }))];
    const ended = await Promise.all(all.map(({ endpoint, deck }) => endOf(pipeline, endpoint, deck)));
    figure(`away for ${seconds} s, the streams were open for ${Math.round((Date.now() - opened) / 1000)} s at most`);
    return ended;
  } finally {
    await pipeline.close();
    await gate.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A task whose outline is ready at once. */
async function outlined({ client }: FaultyPipeline, uid: string): Promise<ServiceId> {
  const user = { uid, channel: '' };
  const { id } = await client.call('createTask', { type: 1, title: 'Tea' }, user);
  await client.call('saveOutline', { task_id: id, content: MARKDOWN }, user);
  return id;
}

/** Its heartbeat tells how much has come. */
async function begun({ handle }: FaultyDeck): Promise<void> {
  for (;;) {
    const { raw } = await handle.describe();
    const pending = raw.pendingActivities?.find(({ activityType }) => activityType?.name === 'streamOutline');
    if (pending?.heartbeatDetails?.payloads?.[0]?.data?.length) return;
    await pause(200);
  }
}

async function endOf(pipeline: FaultyPipeline, endpoint: string, { uid, handle }: FaultyDeck): Promise<Ended> {
  const { paidCalls, possibleDuplicates, ...result } = await handle.result();
  const { wrong } = judge(pipeline.settings.data.directory, uid, { ...result, paidCalls, possibleDuplicates });
  const journal = await pipeline.journal(uid);
  return {
    endpoint,
    counted: paidCalls[endpoint] ?? 0,
    asked: journal.filter((line) => line.endpoint === endpoint).length,
    said: possibleDuplicates.length,
    wrong,
  };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let rounds: Map<number, Ended[]>;
beforeAll(async () => {
  // Two at a time: a call that is held for longer than its own timeout would be given up for that.
  const ended = await inTurns(AWAY, outage, 2);
  rounds = new Map(AWAY.map((seconds, index) => [seconds, ended[index]!]));
});

describe.each(AWAY)('Temporal away for %s s while calls that cost are under way', (seconds) => {
  it('nothing is lost, and nothing paid for twice unsaid', () => {
    const ended = rounds.get(seconds)!;
    const twice = ended.filter(({ asked, counted }) => asked > 1 || counted > 1);
    const streams = twice.filter(({ endpoint }) => endpoint === 'streamOutline').length;
    const others = twice.filter(({ endpoint }) => endpoint !== 'streamOutline');
    const said = others.map(({ endpoint, counted, said }) => `${endpoint} ${counted}, said ${said}`);
    figure(
      `Temporal away for ${seconds} s: ${streams} of ${STREAMS} streams paid again, ` +
        `${others.length} of ${calls.length * moments.length} other calls (${said.join('; ')})`,
    );
    expect(ended.flatMap(({ wrong }) => wrong)).toEqual([]);
    expect(ended.filter(({ asked, counted }) => asked > counted)).toEqual([]);
    // A possible duplicate is reported where the service cannot list its resources.
    expect(others.filter(({ counted, said }) => counted > 1 + said)).toEqual([]);
    expect(ended).toHaveLength(STREAMS + calls.length * moments.length);
  });

  if (seconds > COSTS_NOTHING) return;
  it('no generation is given up', () => {
    const streams = rounds.get(seconds)!.filter(({ endpoint }) => endpoint === 'streamOutline');
    const ones = { counted: 1, asked: 1, said: 0 };
    expect(streams.map(({ counted, asked, said }) => ({ counted, asked, said }))).toEqual(Array(STREAMS).fill(ones));
  });
});
