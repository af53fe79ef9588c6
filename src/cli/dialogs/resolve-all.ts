import type { ResolveMessage } from '../../core/messages';
import type { Decks } from '../../decks/decks';
import { DeckError } from '../../decks/errors';
import { listDecks } from '../../decks/list';
import type { ListedDeck } from '../../decks/listed-deck';
import { requireRunning } from '../../decks/require-running';
import { forEachLimit } from '../../io/for-each-limit';
import { badInput, CliError, exitCodes } from '../terminal/exit';
import { askYesNo } from '../terminal/prompts';
import { isInteractive, print, printJson, say, styled } from '../terminal/terminal';

export interface ResolveAllOptions {
  /** Only decks parked for this reason. */
  type?: string;
  uid?: string;
  yes?: boolean;
  dryRun?: boolean;
  json: boolean;
}

export interface Resolved {
  workflowId: string;
  ok: boolean;
  message: string;
}

/** Decks that are spoken to at once; each costs a step of its worker. */
const AT_ONCE = 8;
/** As many as one command asks about; what is left over is there for the next one. */
const MOST = 10_000;

/** Sends the same resolution to every parked deck that fits. @throws CliError when not all of them took it */
export async function resolveAll(decks: Decks, message: ResolveMessage, options: ResolveAllOptions): Promise<void> {
  const { type, uid, json, dryRun } = options;
  const parked = await parkedDecks(decks, options);
  const which = `${type === undefined ? '' : ` for ${type}`}${uid === undefined ? '' : ` of ${uid}`}`;
  if (parked.length === 0) {
    if (json) printJson([]);
    return say(`No deck is parked${which}.`);
  }
  const count = `${parked.length} parked ${parked.length === 1 ? 'deck' : 'decks'}${which}: ${typesOf(parked)}`;
  if (dryRun) {
    if (json) return printJson(parked);
    for (const { workflowId, attention } of parked) print(`${workflowId} ${attention}`);
    return say(`${count}. Nothing was sent.`);
  }
  say(`${count}.`);
  await confirmed(options, message, parked.length);
  const results: Resolved[] = [];
  await forEachLimit(parked, AT_ONCE, async ({ workflowId }) => {
    const result = await resolveOne(decks, workflowId, message);
    results.push(result);
    if (!json)
      print(
        `${styled(result.ok ? 'green' : 'red', result.ok ? '✔' : '✘', process.stdout)} ${workflowId}: ${result.message}`,
      );
  });
  if (json) printJson(results);
  const failed = results.filter(({ ok }) => !ok).length;
  const done = results.length - failed;
  const left = parked.length === MOST ? ' There may be more; run the command again.' : '';
  if (failed === 0) return say(`${done} of ${results.length} took ${message.action}.${left}`);
  throw new CliError(
    exitCodes.failure,
    `${done} of ${results.length} took ${message.action}; ${failed} did not.${left}`,
  );
}

async function parkedDecks(decks: Decks, { type, uid }: ResolveAllOptions): Promise<ListedDeck[]> {
  const found = await listDecks(decks.cluster, { attention: true, limit: MOST, ...(uid === undefined ? {} : { uid }) });
  return type === undefined ? found : found.filter(({ attention }) => attention === type);
}

/** A deck may have been resolved, or have ended, since it was listed: that is its line, and not the end of the command. */
async function resolveOne(decks: Decks, workflowId: string, message: ResolveMessage): Promise<Resolved> {
  try {
    const { message: said, stage } = await decks.resolve(requireRunning(await decks.describe(workflowId)), message);
    return { workflowId, ok: true, message: `${said} (stage ${stage})` };
  } catch (error) {
    if (!(error instanceof DeckError)) throw error;
    return { workflowId, ok: false, message: error.message };
  }
}

/** `3 ServiceUnreachable, 1 QuotaExhausted`. */
function typesOf(parked: readonly ListedDeck[]): string {
  const counts = new Map<string, number>();
  for (const { attention = '' } of parked) counts.set(attention, (counts.get(attention) ?? 0) + 1);
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([type, count]) => `${count} ${type}`)
    .join(', ');
}

const actions: Record<ResolveMessage['action'], string> = {
  retry: 'Try again',
  skip: 'Skip the stage',
  abandon: 'Give up',
  provide: 'Go on',
};

async function confirmed({ yes }: ResolveAllOptions, { action }: ResolveMessage, count: number): Promise<void> {
  if (yes) return;
  if (!isInteractive())
    throw badInput('Without a terminal nobody can confirm this; add --yes, or --dry-run to look only.');
  const message = `${actions[action]}: ${count} ${count === 1 ? 'deck' : 'decks'}?`;
  if (!(await askYesNo({ message, initial: false }))) throw new CliError(exitCodes.interrupted, 'Nothing was sent.');
}
