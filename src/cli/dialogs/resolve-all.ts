import { forEachLimit } from '../../base/io/for-each-limit';
import { counted } from '../../base/text/counted';
import { given } from '../../core/given';
import type { ResolveMessage } from '../../core/resolve-message';
import type { Decks } from '../../decks/decks';
import { DeckError } from '../../decks/errors';
import { listDecks } from '../../decks/list';
import type { ListedDeck } from '../../decks/listed-deck';
import { requireRunning } from '../../decks/require-running';
import { badInput, CliError, exitCodes } from '../terminal/exit';
import { askYesNo } from '../terminal/prompts';
import { isInteractive, print, printJson, say, styled } from '../terminal/terminal';

export interface ResolveAllOptions {
  /** Only decks parked with this failure type. */
  type?: string;
  uid?: string;
  yes?: boolean;
  dryRun?: boolean;
  json: boolean;
}

interface Resolved {
  workflowId: string;
  ok: boolean;
  message: string;
}

/** Maximum concurrent messages. Each costs its worker a workflow task. */
const CONCURRENCY = 8;
/** Maximum decks per command. */
const MAX_DECKS = 10_000;

/** Sends the same resolution to every matching parked deck. @throws CliError if some decks reject it */
export async function resolveAll(decks: Decks, message: ResolveMessage, options: ResolveAllOptions): Promise<void> {
  const { type, uid, json, dryRun } = options;
  const parked = await parkedDecks(decks, options);
  const which = `${type === undefined ? '' : ` with ${type}`}${uid === undefined ? '' : ` of user ${uid}`}`;
  if (parked.length === 0) {
    if (json) printJson([]);
    return say(`No parked decks${which}.`);
  }
  const summary = `${counted(parked.length, 'parked deck')}${which}: ${typesOf(parked)}`;
  if (dryRun) {
    if (json) return printJson(parked);
    for (const { workflowId, attention } of parked) print(`${workflowId} ${attention}`);
    return say(`${summary}. Nothing was sent.`);
  }
  say(`${summary}.`);
  await confirmed(options, message, parked.length);
  const results: Resolved[] = [];
  await forEachLimit(parked, CONCURRENCY, async ({ workflowId, waitingSince: since }) => {
    const result = await resolveOne(decks, workflowId, { ...message, ...given({ since }) });
    results.push(result);
    if (!json)
      print(
        `${styled(result.ok ? 'green' : 'red', result.ok ? '✔' : '✘', process.stdout)} ${workflowId}: ${result.message}`,
      );
  });
  if (json) printJson(results);
  const failed = results.filter(({ ok }) => !ok).length;
  const accepted = results.length - failed;
  const more = parked.length === MAX_DECKS ? ' There may be more; run the command again.' : '';
  if (failed === 0) return say(`${accepted} of ${results.length} decks accepted ${message.action}.${more}`);
  throw new CliError(
    exitCodes.failure,
    `${accepted} of ${results.length} decks accepted ${message.action}; ${failed} did not.${more}`,
  );
}

async function parkedDecks(decks: Decks, { type, uid }: ResolveAllOptions): Promise<ListedDeck[]> {
  const found = await listDecks(decks.cluster, {
    attention: true,
    limit: MAX_DECKS,
    ...given({ uid }),
  });
  return type === undefined ? found : found.filter(({ attention }) => attention === type);
}

/** A deck may have been resolved or have completed since it was listed. That does not stop the command. */
async function resolveOne(decks: Decks, workflowId: string, message: ResolveMessage): Promise<Resolved> {
  try {
    const { message: answer, stage } = await decks.resolve(requireRunning(await decks.describe(workflowId)), message);
    return { workflowId, ok: true, message: `${answer} (stage ${stage})` };
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
  retry: 'Retry',
  skip: 'Skip the stage of',
  abandon: 'Abandon',
  provide: 'Provide IDs to',
};

async function confirmed({ yes }: ResolveAllOptions, { action }: ResolveMessage, count: number): Promise<void> {
  if (yes) return;
  if (!isInteractive())
    throw badInput('This needs confirmation. Without a terminal, pass --yes, or --dry-run to list the decks.');
  const message = `${actions[action]} ${counted(count, 'deck')}?`;
  if (!(await askYesNo({ message, initial: false }))) throw new CliError(exitCodes.interrupted, 'Nothing was sent.');
}
