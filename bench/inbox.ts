import { setTimeout as delay } from 'node:timers/promises';
import { PRESENTATION } from '../src/core/messages';
import {
  PresentationReviewDue,
  PresentationStage,
  PresentationUid,
  PresentationWaitingSince,
} from '../src/core/search-attributes';
import { listInbox } from '../src/decks/inbox';
import { forEachLimit } from '../src/io/for-each-limit';
import { startLocalStack } from './local-stack';
import { measurePairs, type Paired } from './pairs';

const DECKS = 10_000;
const AT_ONCE = 100;
const BOUND_S = 1;
const HOUR_MS = 3_600_000;

/** The inbox with 10,000 waiting decks, from a visibility store on disk. No worker runs, so all keep waiting. */
export async function inboxOfManyDecks(): Promise<Paired> {
  const { settings, temporal, close } = await startLocalStack({}, {}, { worker: false, durable: true });
  try {
    await forEachLimit(
      Array.from({ length: DECKS }, (_, at) => at),
      AT_ONCE,
      async (at) => {
        const uid = `u${at % 100}`;
        await temporal.client.workflow.start(PRESENTATION, {
          taskQueue: settings.temporal.taskQueue,
          workflowId: `presentation/${uid}/${at}`,
          memo: { title: `Deck ${at}` },
          typedSearchAttributes: [
            { key: PresentationUid, value: uid },
            { key: PresentationStage, value: 'review' },
            { key: PresentationWaitingSince, value: new Date(Date.now() - at * 1000) },
            ...(at % 2 === 0 ? [{ key: PresentationReviewDue, value: new Date(Date.now() + at * HOUR_MS) }] : []),
          ],
          args: [{ uid, request: String(at), title: `Deck ${at}` }],
        });
      },
    );
    const list = () => listInbox(temporal, { limit: 50 });
    while ((await list()).total < DECKS) await delay(500);
    const seconds = async () => {
      const began = performance.now();
      const { items, total } = await list();
      if (items.length !== 50 || total !== DECKS) throw new Error(`listed ${items.length} of ${total} decks`);
      return (performance.now() - began) / 1000;
    };
    return await measurePairs(
      { name: `list the inbox with ${DECKS} waiting decks / ${BOUND_S} s`, target: '≤ 1', unit: 's' },
      { ours: seconds, other: async () => BOUND_S },
    );
  } finally {
    await close();
  }
}
