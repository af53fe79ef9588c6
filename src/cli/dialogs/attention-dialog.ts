import type { PresentationProgress, ResolveMessage } from '../../core/messages';
import { canSkip } from '../../core/stages';
import type { Decks, DescribedDeck } from '../../decks/decks';
import { DeckError, isSilence } from '../../decks/errors';
import { localUser } from '../../io/local-user';
import type { Interruption } from '../invocation/interruption';
import { askText, choose } from '../terminal/prompts';
import { say, styled } from '../terminal/terminal';

/** Asks a person in a terminal what to do about a parked deck. `stop`: it stays parked. */
export async function parkedInTerminal(
  decks: Decks,
  facts: DescribedDeck,
  progress: PresentationProgress,
  { signal, request }: Interruption,
): Promise<'resolved' | 'stop'> {
  const exhausted = progress.attention?.type === 'PaidCallsExhausted';
  for (;;) {
    const action = await choose<ResolveMessage['action'] | 'leave'>({
      signal,
      message: 'What shall be done?',
      options: [
        { value: 'retry', label: exhausted ? 'Raise its limit of calls that cost, and try again' : 'Try again' },
        ...(canSkip(progress) ? [{ value: 'skip' as const, label: 'Skip this stage' }] : []),
        { value: 'leave', label: 'Leave it', hint: 'the deck stays parked and can be resumed' },
        { value: 'abandon', label: 'Give the deck up' },
      ],
    });
    if (action === undefined) {
      if (!signal.aborted) request();
      return 'stop';
    }
    if (action === 'leave') return 'stop';
    const message: ResolveMessage = { action, by: localUser() };
    if (exhausted && action === 'retry') {
      const made = Object.values(progress.paidCalls).reduce((sum, calls) => sum + calls, 0);
      const limit = await askText({
        signal,
        message: `It has made ${made} calls that cost. How many may it make in all?`,
        initial: String(made + 4),
        fault: (given) =>
          /^\d{1,4}$/.test(given) && Number(given) > made && Number(given) <= 1_000
            ? undefined
            : `A number from ${made + 1} to 1000`,
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
