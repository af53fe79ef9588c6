import { type Command, Option } from 'commander';
import { pause } from '../../base/io/pause';
import { parseDuration } from '../../config';
import { given } from '../../core/given';
import { stages } from '../../core/stages';
import type { DeckFilter } from '../../decks/list';
import { type DeckStatus, deckSources, deckStatuses } from '../../decks/words';
import { withDecks } from '../connect/with-decks';
import { listenForInterruption } from '../invocation/interruption';
import { type CommonOptions, type Invocation, openConnected, optionsOf } from '../invocation/invocation';
import { limitOf, uidOf } from '../invocation/user-options';
import { countsLine, deckTable } from '../show/deck-table';
import { listViews, viewsHelp } from '../show/views';
import { badInput, CliError, exitCodes } from '../terminal/exit';
import { createLiveBlock } from '../terminal/live-block';
import { movesCursor, print, printJson, say, styled } from '../terminal/terminal';
import { cut } from '../terminal/text-width';

interface ListOptions extends CommonOptions {
  stage?: string;
  parked?: boolean;
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
    .description('list decks, newest first, with their stage and what they are waiting for')
    .addOption(new Option('--stage <stage>', 'only decks at this stage').choices(stages).argParser(stageOf))
    .option('--parked', 'only parked decks')
    .option('--overdue', 'only decks awaiting review that started longer ago than workflow.review.escalateAfter')
    .option('--uid <uid>', 'only decks of this user, in any channel', uidOf)
    .option('--channel <channel>', 'with --uid: only decks in this channel ("" for none)')
    .addOption(new Option('--status <status>', 'only decks with this status').choices(deckStatuses))
    .addOption(new Option('--source <source>', 'only decks with this type of source').choices(deckSources))
    .option(
      '--since <when>',
      'only decks started since a date, or within a duration such as 2d',
      pointInTime('--since'),
    )
    .option(
      '--until <when>',
      'only decks started before a date, or longer ago than a duration such as 1h',
      pointInTime('--until'),
    )
    .option(
      '--search <text>',
      'only decks of this user, with an ID that starts so, or with this text among the newest 5,000',
    )
    .option('--limit <n>', 'maximum number of decks to list', '20')
    .option('--watch', 'refresh the list in place until Ctrl-C; requires a terminal')
    .option('--views', 'print links to views in the Temporal UI instead, with the number of decks in each')
    .option('--open <view>', 'open this view in the browser; all opens every view')
    .option('--json', 'print an array as one line of JSON')
    .addHelpText('after', viewsHelp)
    .action(async (_options, self: Command) => {
      const options = optionsOf<ListOptions>(self);
      if (options.views || options.open !== undefined) return listViews(options);
      const selected = filterOf(options);
      if (options.watch && (options.json || !movesCursor(process.stdout))) {
        throw badInput('--watch requires a terminal and cannot be combined with --json.');
      }
      const invocation = await openConnected(options);
      const overdueAfter = invocation.settings.workflow.review.escalateAfter;
      const filter = { ...selected, ...(options.overdue ? { overdueAfter } : {}) };
      if (options.watch) await watchList(invocation, filter);
      else await listOnce(invocation, filter);
    });
}

async function listOnce(invocation: Invocation, filter: DeckFilter): Promise<void> {
  const { findDecksWithHealth, warningsOf } = await import('../../decks/list.js');
  const found = await withDecks(invocation, ({ cluster }) => findDecksWithHealth(cluster, filter));
  const { decks } = found;
  for (const warning of warningsOf(found)) say(`${styled('yellow', '!')} ${warning}`);
  if (invocation.json) return printJson(decks);
  if (decks.length === 0) return say('No matching decks.');
  for (const line of deckTable(decks, process.stdout)) print(line);
  const more = decks.length === filter.limit ? '; raise --limit to list more' : '';
  say(styled('dim', `${countsLine(decks)}${more}`));
}

/** Refreshes the list in place until Ctrl-C. */
async function watchList(invocation: Invocation, filter: DeckFilter): Promise<void> {
  const { findDecksWithHealth, warningsOf } = await import('../../decks/list.js');
  const { stdout } = process;
  const block = createLiveBlock(stdout);
  const interruption = listenForInterruption();
  try {
    await withDecks(invocation, async ({ cluster }) => {
      while (!interruption.signal.aborted) {
        const found = await findDecksWithHealth(cluster, filter);
        const { decks } = found;
        // Reserves lines for the header, the counts and the cursor.
        const [head = '', ...rows] = deckTable(decks, stdout);
        const shown = rows.slice(0, Math.max(1, (stdout.rows ?? 24) - 3));
        const hidden = rows.length - shown.length;
        const counts = `${countsLine(decks)}${hidden > 0 ? `; ${hidden} not shown` : ''}  ${new Date().toTimeString().slice(0, 8)}`;
        const foot = [...warningsOf(found), decks.length === 0 ? 'No matching decks.' : counts];
        block.draw([head, ...shown, ...foot.map((line) => styled('dim', cut(line, stdout.columns ?? 80), stdout))]);
        await pause(EVERY_MS, interruption.signal);
      }
    });
    throw new CliError(exitCodes.interrupted, '');
  } finally {
    interruption.dispose();
  }
}

function filterOf({ stage, parked, uid, channel, status, source, since, until, search, limit }: ListOptions) {
  if (since !== undefined && until !== undefined && since >= until) {
    throw badInput('--since must be earlier than --until.');
  }
  if (channel !== undefined && uid === undefined) throw badInput('--channel requires --uid.');
  if (search?.trim() === '') throw badInput('--search requires a text.');
  return {
    attention: parked ?? false,
    limit: limitOf(limit),
    ...given({ stage, uid, channel, status, source, since, until, search: search?.trim() }),
  } satisfies DeckFilter;
}

function stageOf(text: string): string {
  if ((stages as readonly string[]).includes(text)) return text;
  throw badInput(`--stage: unknown stage ${JSON.stringify(text)}. Available: ${stages.join(', ')}.`);
}

/** `2d` means two days ago; a date without a time is midnight local time. */
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
