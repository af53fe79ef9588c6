import { serviceClient } from '../src/account/service-client';
import type { ServiceClient } from '../src/client';
import type { Timing } from '../src/service/domain/timing';
import { bareDeck } from './bare-deck';
import { runDeck } from './decks';
import { type LocalStack, startLocalStack } from './local-stack';
import { measurePairs, type Paired } from './pairs';

const TITLE = 'Quarterly review of a coffee chain';

/** The waits of `temporal.yaml`, all of them the same on both sides: no jitter. */
export const SAME_WAITS = { polling: { jitter: 0 }, review: { mode: 'off' }, onFailure: 'fail' };

/** Delays with which a deck takes about 20 s: 3 s its outline, a content job of 4 s, an export of 2 s, the polls around them. */
export const TWENTY_SECONDS: Partial<Timing> = { outlineFragmentMs: 40, contentFragmentMs: 8, exportMs: 2000 };

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
        other: () => secondsOfScript(stack, client),
      },
      { beginEvery: 1500 },
    );
  } finally {
    await client.close();
    await stack.close();
  }
}

async function secondsOfScript({ settings }: LocalStack, client: ServiceClient): Promise<number> {
  const began = performance.now();
  await bareDeck(client, settings, TITLE);
  return (performance.now() - began) / 1000;
}
