import { counted } from '../../base/text/counted';
import { shortId } from '../../core/deck-id';
import type { Decks } from '../../decks/decks';
import { DeckError, isSilence } from '../../decks/errors';
import { type InboxFilter, type InboxItem, listInbox } from '../../decks/inbox';
import { type Interruption, listenForInterruption } from '../invocation/interruption';
import type { Invocation } from '../invocation/invocation';
import { actionText, dueText } from '../show/inbox-table';
import { parkedLines } from '../show/parked-text';
import { CliError, exitCodes } from '../terminal/exit';
import { choose } from '../terminal/prompts';
import { say, styled } from '../terminal/terminal';
import { promptForResolution } from './parked-dialog';
import { promptAtGate } from './review-dialog';

const REFRESH = 'refresh';
const LEAVE = 'leave';

/** `deck inbox` in a terminal: one deck after the other until the inbox is empty or left. */
export async function inboxInTerminal(
  decks: Decks,
  { settings }: Pick<Invocation, 'settings'>,
  filter: InboxFilter,
): Promise<void> {
  const interruption = listenForInterruption();
  // The server's list is a moment behind, so decks that were just handled here are left out.
  const handled = new Set<string>();
  try {
    for (;;) {
      const { items, total } = await listInbox(decks.cluster, filter);
      const open = items.filter((item) => !handled.has(keyOf(item)));
      if (open.length === 0) return say(`No deck is waiting for ${filter.reviewer ?? 'a person'}.`);
      const choice = await chooseItem(open, total - (items.length - open.length), interruption);
      if (choice === LEAVE) return undefined;
      if (choice === REFRESH) {
        handled.clear();
        continue;
      }
      const item = open.find(({ workflowId }) => workflowId === choice)!;
      if (await handle(decks, settings, item, interruption)) handled.add(keyOf(item));
      if (interruption.signal.aborted) throw new CliError(exitCodes.interrupted, '');
    }
  } finally {
    interruption.dispose();
  }
}

/** The same deck waits again with another time. */
const keyOf = ({ runId, since, stage }: InboxItem) => `${runId} ${stage} ${since}`;

async function chooseItem(items: InboxItem[], total: number, { signal, request }: Interruption): Promise<string> {
  const more = total > items.length ? ` (the ${items.length} most urgent)` : '';
  const choice = await choose<string>({
    signal,
    message: `${counted(total, 'deck waits', 'decks wait')} for a person${more}. Which one do you want to open?`,
    options: [
      ...items.map((item) => ({
        value: item.workflowId,
        label: `${item.title ?? shortId(item.workflowId)}: ${actionText(item)}`,
        hint: [shortId(item.workflowId), dueText(item)].filter((part) => part !== '').join(', '),
      })),
      { value: REFRESH, label: 'Refresh the list' },
      { value: LEAVE, label: 'Leave the inbox' },
    ],
  });
  if (choice !== undefined) return choice;
  if (!signal.aborted) request();
  throw new CliError(exitCodes.interrupted, '');
}

/** Shows one deck until a person has acted or goes back. @returns whether it no longer waits */
async function handle(
  decks: Decks,
  settings: Invocation['settings'],
  { workflowId }: InboxItem,
  interruption: Interruption,
): Promise<boolean> {
  for (;;) {
    try {
      const facts = await decks.describe(workflowId);
      if (facts.status !== 'RUNNING') {
        say(`${shortId(workflowId)} is already complete.`);
        return true;
      }
      const progress = await decks.progress(facts);
      const { attention, review, stage } = progress;
      if (attention !== undefined) {
        say(...parkedLines({ workflowId, stage, attention, exports: progress.exports }));
        return (await promptForResolution(decks, facts, progress, interruption)) === 'resolved';
      }
      if (review === undefined) {
        say(`“${progress.title}” no longer waits: ${progress.summary}.`);
        return true;
      }
      const result = await promptAtGate(decks, facts, settings, progress, { interruption });
      if (result !== 'again') return result === 'decided';
    } catch (error) {
      if (!(error instanceof DeckError) || isSilence(error)) throw error;
      say(`${styled('yellow', '!')} ${error.message}`);
      return false;
    }
  }
}
