import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DEEP } from '../deep';
import { CACHED_WORKFLOWS, startPipeline } from './pipeline';

/**
 * The tests of this folder again, with workers that keep no deck in memory: at every step the deck is rebuilt
 * from its whole history, as after a restart. This reveals state that a workflow keeps outside its history.
 */
process.env[CACHED_WORKFLOWS] = '0';

/**
 * In CI those that meet each kind of step: streams, decisions, signals, timers, cancellation. Second runs without a cache
 * are in `worker/rolling-update`.
 */
const SPREAD = ['cancel', 'review', 'title'].map((name) => `${name}.test.ts`);
const all = readdirSync(__dirname).filter((name) => name.endsWith('.test.ts') && name !== basename(__filename));

describe.each(DEEP > 0 ? all : SPREAD)('without a cache, %s', (file) => {
  require(`./${file}`);
});

it('without a cache, no worker keeps a waiting deck in memory', async () => {
  const pipeline = await startPipeline();
  try {
    const deck = await pipeline.start({ title: 'Tides', settings: { review: { mode: 'required' } } });
    await pipeline.until(deck, ({ review }) => review !== undefined);
    // What has been let go is gone a moment later.
    while (pipeline.cachedDecks() > 0) await delay(20);
    expect(pipeline.cachedDecks()).toBe(0);
    // It answers all the same.
    expect(await pipeline.progress(deck)).toMatchObject({ stage: 'review' });
  } finally {
    await pipeline.close();
  }
});
