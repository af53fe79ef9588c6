import { localUser } from '../../base/io/local-user';
import { given } from '../../core/given';
import type { PresentationProgress } from '../../core/progress';
import type { ResolveMessage } from '../../core/resolve-message';
import { canSkip } from '../../core/stages';
import type { Decks } from '../../decks/decks';
import { DeckError, isSilence } from '../../decks/errors';
import type { ListedDeck } from '../../decks/listed-deck';
import type { Interruption } from '../invocation/interruption';
import { askText, choose } from '../terminal/prompts';
import { say, styled } from '../terminal/terminal';

/** Prompts for how to resolve a parked deck. `stop`: the deck stays parked. */
export async function promptForResolution(
  decks: Decks,
  facts: ListedDeck,
  progress: PresentationProgress,
  { signal, request }: Interruption,
): Promise<'resolved' | 'stop'> {
  const exhausted = progress.attention?.type === 'PaidCallsExhausted';
  for (;;) {
    const action = await choose<ResolveMessage['action'] | 'leave'>({
      signal,
      message: 'How do you want to resolve this?',
      options: [
        { value: 'retry', label: exhausted ? 'Raise the paid-call limit and retry' : 'Retry the stage' },
        ...(canSkip(progress) ? [{ value: 'skip' as const, label: 'Skip this stage' }] : []),
        { value: 'leave', label: 'Leave it parked', hint: 'resolve it later' },
        { value: 'abandon', label: 'Abandon the deck' },
      ],
    });
    if (action === undefined) {
      if (!signal.aborted) request();
      return 'stop';
    }
    if (action === 'leave') return 'stop';
    const message: ResolveMessage = { action, by: localUser(), ...given({ since: progress.attention?.at }) };
    if (exhausted && action === 'retry') {
      const used = Object.values(progress.paidCalls).reduce((sum, calls) => sum + calls, 0);
      const limit = await askText({
        signal,
        message: `Paid calls so far: ${used}. New limit for this deck?`,
        initial: String(used + 4),
        validate: (text) =>
          /^\d{1,4}$/.test(text) && Number(text) > used && Number(text) <= 1_000
            ? undefined
            : `Enter a number from ${used + 1} to 1000`,
      });
      if (limit === undefined) continue;
      message.paidCalls = Number(limit);
    }
    try {
      await decks.resolve(facts, message);
      return 'resolved';
    } catch (error) {
      if (!(error instanceof DeckError) || isSilence(error)) throw error;
      say(`${styled('yellow', '!')} ${error.message}`);
    }
  }
}
