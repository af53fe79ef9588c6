import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRESENTATION } from '../../src/core/messages';
import type { PresentationProgress } from '../../src/core/progress';
import { openRig, type Rig } from '../chaos/rig';
import { cells, Draw, figure, SEED } from '../deep';
import { type Assistant, connectAssistant, folderFor } from '../mcp/assistant';
import { type Review, startReview } from '../review/review';
import { hasGo, linearizable } from './check';
import { apiDoor, assistantDoor, cliDoor, type Door, httpDoor, textOf, updateDoor } from './doors';
import { type Client, type Operation, record } from './history';

/**
 * Eight clients decide on one gate at the same time, through the package, the HTTP API, the command line, an assistant and
 * updates, while the worker and Temporal are killed, stopped and cut off. Whatever the answers were, there is one order of
 * their decisions that a gate permits. A deep run has 1,000 histories.
 */

const HISTORIES = cells(24, 1000);
const TOGETHER = 12;
const ROUNDS = 5;
const REVIEWERS = ['Ann', 'Bo', 'Cy', 'Di', 'Ed', 'ada'];
const POLICY = {
  review: { mode: 'required', onDeadline: 'hold', reviewers: REVIEWERS, approvals: 3, verifiedOnly: false },
};

const READ = { kind: 'read', revision: 1, by: 'Ann' } as const;

const suite = hasGo() ? describe : describe.skip;

suite('decisions of several clients', () => {
  let rig: Rig;
  let server: Review;
  let assistant: Assistant;
  let doors: Record<'api' | 'update' | 'http' | 'cli' | 'assistant', Door>;
  const draw = new Draw(SEED);

  beforeAll(async () => {
    rig = await openRig();
    const { settings, temporal } = rig;
    server = await startReview({ settings, temporal, start: undefined as never });
    const cwd = folderFor({ settings, directory: rig.directory } as never);
    writeFileSync(join(cwd, 'text.md'), textOf('Tea, from a file'));
    assistant = await connectAssistant(cwd, { person: () => ({ action: 'accept', content: { confirm: true } }) });
    doors = {
      api: apiDoor(temporal),
      update: updateDoor(temporal),
      http: httpDoor(server),
      cli: cliDoor(cwd),
      assistant: assistantDoor(assistant),
    };
  });
  afterAll(async () => {
    await assistant?.close();
    await server?.close();
    await rig?.close();
  });

  /** A deck that waits at its outline gate. */
  async function waiting(): Promise<string> {
    const uid = `people-${randomUUID().slice(0, 8)}`;
    const { workflowId } = await rig.temporal.client.workflow.start(PRESENTATION, {
      taskQueue: rig.settings.temporal.taskQueue,
      workflowId: `presentation/${uid}/r1`,
      workflowTaskTimeout: rig.settings.workflow.timeouts.workflowTask,
      args: [{ uid, request: 'r1', markdown: textOf('Tea'), settings: POLICY }],
    });
    const handle = rig.temporal.client.workflow.getHandle(workflowId);
    for (;;) {
      const progress = await handle.query<PresentationProgress>('progress').catch(() => undefined);
      if (progress?.review !== undefined) return workflowId;
    }
  }

  const clients = ({ api, update, http, cli, assistant }: typeof doors): Client[] => [
    { door: api, by: 'Ann', reads: true },
    { door: http, by: 'Bo', reads: true },
    { door: update, by: 'Cy', reads: true },
    { door: http, by: 'Di', reads: true },
    { door: api, by: 'Ed', reads: true },
    { door: update, by: 'Ann', reads: true },
    { door: cli, by: 'Bo', reads: false },
    { door: assistant, by: 'ada', reads: false },
  ];

  async function together(decks: readonly string[], used: typeof doors): Promise<Operation[][]> {
    const histories = await Promise.all(decks.map((deck) => record(deck, clients(used), draw)));
    await Promise.all(
      decks.map((deck) =>
        rig.temporal.client.workflow
          .getHandle(deck)
          .cancel()
          .catch(() => undefined),
      ),
    );
    return histories;
  }

  const blows: ((rig: Rig) => Promise<unknown>)[] = [
    ({ strike }) => strike({ at: 0, what: 'kill', part: 'worker', backAfter: 50 }),
    ({ strike }) => strike({ at: 0, what: 'kill', part: 'temporal', backAfter: 300 }),
    ({ stall }) => stall(1500),
    ({ strike }) => strike({ at: 0, what: 'refuse', line: 'temporal', lasts: 1500, bytes: 0 }),
    ({ strike }) => strike({ at: 0, what: 'reset', line: 'temporal', lasts: 500, bytes: 200 }),
    ({ strike }) => strike({ at: 0, what: 'stall', line: 'temporal', lasts: 1500, bytes: 0 }),
  ];

  it('are linearizable while processes are killed, stopped and cut off', async () => {
    const histories: Operation[][] = [];
    const struck: unknown[] = [];
    while (histories.length < HISTORIES) {
      const decks = await Promise.all(Array.from({ length: TOGETHER }, waiting));
      let over = false;
      const storm = (async () => {
        while (!over) {
          await new Promise((resolve) => setTimeout(resolve, 300 + draw.below(700)));
          struck.push(await draw.of(blows)(rig));
          // The next one strikes what has come back.
          while (!over && (await doors.api(decks[0]!, READ, '')).answer !== 'seen');
        }
      })();
      histories.push(...(await together(decks, doors)));
      over = true;
      await storm;
    }
    const answers = histories.flat().map(({ answer }) => answer);
    const count = (wanted: string) => answers.filter((answer) => answer === wanted).length;
    figure(
      `${histories.length} histories of 8 clients: ${count('taken')} decisions taken, ${count('refused')} refused, ${count('busy')} during another one, ${count('unknown')} without an answer, ${count('seen')} reads, ${struck.length} faults`,
    );
    const verdicts = linearizable(histories);
    const wrong = histories.filter((_, index) => !verdicts[index]);
    if (wrong.length > 0) figure(`not linearizable: ${JSON.stringify(wrong[0])}`);
    expect(verdicts).toHaveLength(histories.length);
    expect(wrong).toHaveLength(0);
    // A history in which nothing competes shows nothing.
    expect(count('taken')).toBeGreaterThan(histories.length);
    expect(count('refused')).toBeGreaterThan(histories.length);
    expect(count('seen')).toBeGreaterThan(histories.length);
  });

  /** What a careless client, cache or retry would do to the decisions that pass through it. */
  const mistakes: Record<string, (door: Door) => Door> = {
    'a decision is answered and lost': (door) => (deck, request, id) =>
      request.kind === 'approve' && request.by === 'Cy'
        ? Promise.resolve({ answer: 'taken', now: request.revision })
        : door(deck, request, id),
    'a decision is answered before it is made': (door) => async (deck, request, id) => {
      if (request.kind !== 'edit') return door(deck, request, id);
      setTimeout(() => void door(deck, request, id), 600);
      return { answer: 'taken', now: request.revision + 1 };
    },
    'a decision about an older text is made about the current one': (door) => async (deck, request, id) => {
      if (request.kind === 'read') return door(deck, request, id);
      const read = await door(deck, { ...request, kind: 'read' }, id);
      return door(deck, read.answer === 'seen' ? { ...request, revision: read.seen.revision } : request, id);
    },
    'a decision is sent twice': (door) => async (deck, request, id) => {
      const first = await door(deck, request, id);
      if (request.kind !== 'edit' || first.answer !== 'taken') return first;
      await door(deck, { ...request, revision: first.now }, randomUUID());
      return first;
    },
    'a read comes from a cache': (door) => {
      const cache = new Map<string, ReturnType<Door>>();
      return async (deck, request, id) => {
        if (request.kind !== 'read') return door(deck, request, id);
        const known = cache.get(deck) ?? door(deck, request, id);
        cache.set(deck, known);
        return known;
      };
    },
  };

  it.each(Object.entries(mistakes))('the checker finds that %s', async (_, mistaken) => {
    const careless = mistaken(doors.update);
    let verdicts: boolean[] = [];
    // In a few decks, no two of the clients may have met where the mistake shows.
    for (let round = 1; round <= ROUNDS && !verdicts.includes(false); round += 1) {
      const decks = await Promise.all(Array.from({ length: TOGETHER / 2 }, waiting));
      const histories = await together(decks, {
        ...{ api: doors.update, http: careless, update: careless },
        ...{ cli: doors.update, assistant: doors.update },
      });
      verdicts = linearizable(histories);
    }
    expect(verdicts).toContain(false);
  });
});
