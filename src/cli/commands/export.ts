import type { Command } from 'commander';
import { checkedInput } from '../../decks/checked-input';
import type { Decks, DescribedDeck } from '../../decks/decks';
import { DeckError } from '../../decks/errors';
import { DECK_ID, parseDeckId } from '../../decks/written-id';
import type { PresentationInput } from '../../input/input';
import { type CommonOptions, openConnected, optionsOf } from '../invocation';
import { FORMATS_HELP, formats, freshRequest, optionOf } from '../order';
import { startDeck } from './start';

interface ExportOptions extends CommonOptions {
  format: string[];
  edit: boolean;
  zip?: boolean;
  name?: string;
  request?: string;
  wait?: boolean;
}

export function registerExport(program: Command): Command {
  return program
    .command('export')
    .description("export a deck's design again, as a deck of its own that has only its exports left to do")
    .argument('<id>', DECK_ID)
    .requiredOption('--format <list>', FORMATS_HELP, formats)
    .option('--no-edit', 'pages of a PPTX are pictures instead of editable text')
    .option('--zip', 'pages that are pictures come as one zip file')
    .option('--name <name>', 'name of the file (default: that of the deck)')
    .option('--request <key>', 'key of the new request (default: a new key)')
    .option('--wait', 'follow it until the files are there')
    .option('--json', 'print {"workflowId", "runId", "existing", "uiUrl"} on one line')
    .action(async (id: string, _options, self: Command) => {
      const workflowId = parseDeckId(id);
      const options = optionsOf<ExportOptions>(self);
      const invocation = await openConnected(options);
      const { withDecks } = await import('../with-decks.js');
      await withDecks(invocation, async (decks) => {
        const facts = await decks.describe(workflowId);
        const order = await checkedInput(await orderOf(decks, facts, options), invocation.settings, optionOf);
        await startDeck(decks, order, invocation, options);
      });
    });
}

async function orderOf(decks: Decks, facts: DescribedDeck, options: ExportOptions): Promise<PresentationInput> {
  const [{ uid, channel, name: ordered }, { designId, title }] = await Promise.all([
    decks.input(facts),
    designOf(decks, facts),
  ]);
  const called = options.name ?? ordered;
  return {
    uid,
    request: options.request ?? freshRequest(),
    ...(channel === undefined ? {} : { channel }),
    title,
    ...(called === undefined ? {} : { name: called }),
    from: { designId },
    formats: options.format as NonNullable<PresentationInput['formats']>,
    ...(options.edit ? {} : { edit: false }),
    ...(options.zip ? { zip: true } : {}),
  };
}

/** The design of a deck: its result says it without a worker, a running or failed deck is asked. */
async function designOf(decks: Decks, facts: DescribedDeck): Promise<{ designId: number; title: string }> {
  const outcome = facts.status === 'COMPLETED' ? await decks.outcome(facts) : undefined;
  const { designId, title } =
    outcome !== undefined && 'result' in outcome ? outcome.result : await decks.progress(facts);
  if (designId !== undefined) return { designId, title };
  throw new DeckError(
    'conflict',
    `The deck ${facts.workflowId} has no design ${facts.status === 'RUNNING' ? 'yet' : 'to export'}; see deck status ${facts.workflowId}.`,
  );
}
