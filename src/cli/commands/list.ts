import { type Command, Option } from 'commander';
import { parseDuration } from '../../config/duration';
import { given } from '../../core/given';
import { stages } from '../../core/stages';
import type { DeckFilter } from '../../decks/list';
import { type DeckStatus, deckSources, deckStatuses } from '../../decks/words';
import { type CommonOptions, type Invocation, openConnected, optionsOf } from '../invocation/invocation';
import { limitOf, userName } from '../invocation/user-options';
import { listViews, viewsHelp } from '../show/views';
import { badInput, CliError, exitCodes } from '../terminal/exit';
import { movesCursor, print, printJson, say, styled } from '../terminal/terminal';

interface ListOptions extends CommonOptions {
  stage?: string;
  attention?: boolean;
  overdue?: boolean;
  uid?: string;
  channel?: string;
  status?: DeckStatus;
  source?: NonNullable<DeckFilter['source']>;
  since?: Date;
  until?: Date;
  search?: string;
  limit: string;
  watch?: boolean;
  views?: boolean;
  open?: string;
}

const EVERY_MS = 2_000;

export function registerList(program: Command): Command {
  return program
    .command('list')
    .description('list decks, newest first: where each stands and what it waits for')
    .addOption(new Option('--stage <stage>', 'only decks at this stage').choices(stages).argParser(stageOf))
    .option('--attention', 'only decks that wait for help')
    .option('--overdue', 'only decks that wait for a decision, started longer ago than workflow.review.escalateAfter')
    .option('--uid <uid>', 'only decks of this user, in any channel', userName)
    .option('--channel <channel>', 'with --uid: only in this channel ("" for none)')
    .addOption(new Option('--status <status>', 'only decks that stand so').choices(deckStatuses))
    .addOption(new Option('--source <source>', 'only decks made from this').choices(deckSources))
    .option('--since <when>', 'only decks started since: a duration such as 2d, or a date', pointInTime('--since'))
    .option('--until <when>', 'only decks started before: a duration such as 1h, or a date', pointInTime('--until'))
    .option('--search <text>', 'only decks with this text in title or id')
    .option('--limit <n>', 'most decks to list', '20')
    .option('--watch', 'show the list anew in place, until Ctrl-C; needs a terminal')
    .option('--views', 'instead, print ready-made views of the Temporal UI, with how many decks are in each')
    .option('--open <view>', 'open this view with the browser of the system')
    .option('--json', 'print an array on one line')
    .addHelpText('after', viewsHelp)
    .action(async (_options, self: Command) => {
      const options = optionsOf<ListOptions>(self);
      if (options.views || options.open !== undefined) return listViews(options);
      const chosen = filterOf(options);
      if (options.watch && (options.json || !movesCursor(process.stdout))) {
        throw badInput('--watch draws in a terminal; elsewhere call deck list --json again and again.');
      }
      const invocation = await openConnected(options);
      const overdueAfter = invocation.settings.workflow.review.escalateAfter;
      const filter = { ...chosen, ...(options.overdue ? { overdueAfter } : {}) };
      if (options.watch) await watchList(invocation, filter);
      else await listOnce(invocation, filter);
    });
}

async function listOnce(invocation: Invocation, filter: DeckFilter): Promise<void> {
  const [{ withDecks }, { listDecksWithHealth }, { countsLine, deckTable }] = await Promise.all([
    import('../connect/with-decks.js'),
    import('../../decks/list.js'),
    import('../show/deck-table.js'),
  ]);
  const decks = await withDecks(invocation, ({ cluster }) => listDecksWithHealth(cluster, filter));
  if (invocation.json) return printJson(decks);
  if (decks.length === 0) return say('There are no such decks.');
  for (const line of deckTable(decks, process.stdout)) print(line);
  const more = decks.length === filter.limit ? '; there may be more, --limit shows them' : '';
  say(styled('dim', `${countsLine(decks)}${more}`));
}

/** The same again and again in the same place. A server that is away for a moment is waited for. */
async function watchList(invocation: Invocation, filter: DeckFilter): Promise<void> {
  const [
    { withDecks },
    { listDecksWithHealth },
    { countsLine, deckTable },
    { createLiveBlock },
    { listenForInterruption },
    { cut },
    { pause },
  ] = await Promise.all([
    import('../connect/with-decks.js'),
    import('../../decks/list.js'),
    import('../show/deck-table.js'),
    import('../terminal/live-block.js'),
    import('../invocation/interruption.js'),
    import('../terminal/text-width.js'),
    import('../../io/pause.js'),
  ]);
  const { stdout } = process;
  const block = createLiveBlock(stdout);
  const interruption = listenForInterruption();
  try {
    await withDecks(invocation, async ({ cluster }) => {
      while (!interruption.signal.aborted) {
        const decks = await listDecksWithHealth(cluster, filter);
        // One line for the names, one for the counts, one for the cursor.
        const [head = '', ...rows] = deckTable(decks, stdout);
        const shown = rows.slice(0, Math.max(1, (stdout.rows ?? 24) - 3));
        const hidden = rows.length - shown.length;
        const counts = `${countsLine(decks)}${hidden > 0 ? `; ${hidden} below` : ''}  ${new Date().toTimeString().slice(0, 8)}`;
        const foot = decks.length === 0 ? 'There are no such decks.' : counts;
        block.draw([head, ...shown, styled('dim', cut(foot, stdout.columns ?? 80), stdout)]);
        await pause(EVERY_MS, interruption.signal);
      }
    });
    throw new CliError(exitCodes.interrupted, '');
  } finally {
    interruption.dispose();
  }
}

function filterOf({ stage, attention, uid, channel, status, source, since, until, search, limit }: ListOptions) {
  if (since !== undefined && until !== undefined && since >= until) {
    throw badInput('--since has to be earlier than --until.');
  }
  if (channel !== undefined && uid === undefined) throw badInput('--channel goes with --uid.');
  if (search?.trim() === '') throw badInput('--search needs a text.');
  return {
    attention: attention ?? false,
    limit: limitOf(limit),
    ...given({ stage, uid, channel, status, source, since, until, search: search?.trim() }),
  } satisfies DeckFilter;
}

function stageOf(text: string): string {
  if ((stages as readonly string[]).includes(text)) return text;
  throw badInput(`--stage: there is no stage ${JSON.stringify(text)}; there are ${stages.join(', ')}.`);
}

/** `2d` is two days ago; a date without a time begins at midnight here. */
const pointInTime = (option: string) => (text: string) => {
  const ago = parseDuration(text);
  if (ago !== undefined) return new Date(Date.now() - ago);
  const [, date, time] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2})?))?$/.exec(text.trim()) ?? [];
  const at = date === undefined ? Number.NaN : Date.parse(`${date}T${time ?? '00:00'}`);
  if (Number.isNaN(at)) {
    throw badInput(`${option} takes a duration such as 2d, or a date such as 2026-01-31, not ${JSON.stringify(text)}.`);
  }
  return new Date(at);
};
