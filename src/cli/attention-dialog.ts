import { canSkip } from '../../workflows/state';
import type { PresentationProgress, ResolveMessage } from '../presentation/messages';
import type { DeckFacts, Decks } from './decks';
import { CliError, exitCodes } from './exit';
import type { Interruption } from './interruption';
import { localUser, say, styled } from './terminal';

/** Asks a person in a terminal what to do about a parked deck. `stop`: it stays parked. */
export async function parkedInTerminal(
  decks: Decks,
  facts: DeckFacts,
  progress: PresentationProgress,
  { signal, request }: Interruption,
): Promise<'resolved' | 'stop'> {
  const { select, isCancel } = await import('@clack/prompts');
  for (;;) {
    const action = await select<ResolveMessage['action'] | 'leave'>({
      output: process.stderr,
      signal,
      message: 'What shall be done?',
      options: [
        { value: 'retry', label: 'Try again' },
        ...(canSkip(progress) ? [{ value: 'skip' as const, label: 'Skip this stage' }] : []),
        { value: 'leave', label: 'Leave it', hint: 'the deck stays parked and can be resumed' },
        { value: 'abandon', label: 'Give the deck up' },
      ],
    });
    if (isCancel(action)) {
      if (!signal.aborted) request();
      return 'stop';
    }
    if (action === 'leave') return 'stop';
    try {
      await decks.resolve(facts, { action, by: localUser() });
      return 'resolved';
    } catch (error) {
      if (!(error instanceof CliError) || error.exitCode === exitCodes.noAnswer) throw error;
      say(`${styled('yellow', '!')} ${error.message}`);
    }
  }
}
