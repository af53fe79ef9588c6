import type { Command } from 'commander';
import type { Stage } from '../../presentation/messages';
import type { ListedDeck } from '../deck-list';
import { badInput } from '../exit';
import { type CommonOptions, openConnected, optionsOf } from '../invocation';
import { elapsed, print, printJson, say, styled } from '../terminal';

interface ListOptions extends CommonOptions {
  stage?: string;
  attention?: boolean;
  uid?: string;
  limit: string;
}

/** A record, so that the compiler counts the stages. */
const stages: Record<Stage, true> = {
  prepare: true,
  grant: true,
  task: true,
  outline: true,
  review: true,
  edit: true,
  content: true,
  template: true,
  design: true,
  export: true,
  download: true,
  delivered: true,
  rejected: true,
  cancelled: true,
  failed: true,
};

export function registerList(program: Command): Command {
  return program
    .command('list')
    .description('list decks, newest first')
    .option('--stage <stage>', 'only decks at this stage, such as review')
    .option('--attention', 'only decks that wait for help')
    .option('--uid <uid>', 'only decks of this user')
    .option('--limit <n>', 'most decks to list', '20')
    .option('--json', 'print an array on one line')
    .action(async (_options, self: Command) => {
      const options = optionsOf<ListOptions>(self);
      const filter = filterOf(options);
      const invocation = await openConnected(options);
      const [{ withDecks }, { listDecks }] = await Promise.all([import('../with-decks.js'), import('../deck-list.js')]);
      const decks = await withDecks(invocation, ({ cluster }) => listDecks(cluster, filter));
      if (invocation.json) printJson(decks);
      else if (decks.length === 0) say('There are no such decks.');
      else for (const deck of decks) print(lineOf(deck));
    });
}

function filterOf({ stage, attention, uid, limit }: ListOptions) {
  if (stage !== undefined && !Object.hasOwn(stages, stage)) {
    throw badInput(`--stage: there is no stage ${JSON.stringify(stage)}; there are ${Object.keys(stages).join(', ')}.`);
  }
  if (!/^[1-9]\d{0,3}$/.test(limit))
    throw badInput(`--limit takes a number from 1 to 9999, not ${JSON.stringify(limit)}.`);
  if (uid !== undefined && !/^[\p{L}\p{N}._@+=-]{1,100}$/u.test(uid)) {
    throw badInput(`--uid: ${JSON.stringify(uid)} is not the name of a user.`);
  }
  return {
    attention: attention ?? false,
    limit: Number(limit),
    ...(stage === undefined ? {} : { stage }),
    ...(uid === undefined ? {} : { uid }),
  };
}

function lineOf({ workflowId, status, stage, attention, title, startedAt }: ListedDeck): string {
  const at = attention !== undefined ? `! ${attention}` : (stage ?? status.toLowerCase());
  const age = `${elapsed(Date.now() - Date.parse(startedAt))} ago`;
  const mark = attention !== undefined ? 'yellow' : status === 'RUNNING' ? 'cyan' : 'dim';
  const cell = styled(mark, at.padEnd(12), process.stdout);
  return `${cell} ${workflowId}  ${title ?? ''}  ${styled('dim', age, process.stdout)}`;
}
