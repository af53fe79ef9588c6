import type { Command } from 'commander';
import type { ResolveMessage } from '../../core/messages';
import { requireRunning } from '../../decks/require-running';
import { DECK_ID, parseDeckId } from '../../decks/written-id';
import { localUser } from '../../io/local-user';
import { type CommonOptions, openConnected, optionsOf } from '../invocation/invocation';
import { userName } from '../invocation/user-options';
import { badInput } from '../terminal/exit';
import { print, printJson } from '../terminal/terminal';

interface ResolveOptions extends CommonOptions {
  retry?: boolean;
  skip?: boolean;
  abandon?: boolean;
  taskId?: string;
  designId?: string;
  ticket?: string;
  taskKey?: string;
  paidCalls?: string;
  all?: boolean;
  type?: string;
  uid?: string;
  yes?: boolean;
  dryRun?: boolean;
  comment?: string;
  by?: string;
}

export function registerResolve(program: Command): Command {
  return program
    .command('resolve')
    .description('say what to do about a parked deck: one of --retry, --skip, --abandon, or ids to go on with')
    .argument('[id]', `${DECK_ID}; left out with --all`)
    .option('--retry', 'try the stage again')
    .option('--skip', 'go on without the stage, where that is possible')
    .option('--abandon', 'give the deck up')
    .option('--task-id <n>', 'go on with this task of the service')
    .option('--design-id <n>', 'go on with this design of the service')
    .option('--ticket <ticket>', 'go on with this content job of the service')
    .option('--task-key <key>', 'go on with this export of the service')
    .option('--paid-calls <n>', 'with --retry: how many calls that cost this deck may make from now on in all')
    .option('--all', 'every parked deck instead of one; asks first')
    .option('--type <type>', 'with --all: only decks parked for this, such as ServiceUnreachable', typeName)
    .option('--uid <uid>', 'with --all: only decks of this user', userName)
    .option('--yes', 'with --all: do not ask')
    .option('--dry-run', 'with --all: only name the decks')
    .option('--comment <text>', 'why')
    .option('--by <name>', 'who decides (default: the user of this machine)')
    .option('--json', 'print the answer on one line')
    .action(async (id: string | undefined, _options, self: Command) => {
      const options = optionsOf<ResolveOptions>(self);
      const workflowId = targetOf(id, options);
      const message = messageOf(options);
      const invocation = await openConnected(options);
      const { withDecks } = await import('../connect/with-decks.js');
      if (workflowId === undefined) {
        const { resolveAll } = await import('../dialogs/resolve-all.js');
        const { json } = invocation;
        return withDecks(invocation, (decks) => resolveAll(decks, message, { ...options, json }));
      }
      const answer = await withDecks(invocation, async (decks) =>
        decks.resolve(requireRunning(await decks.describe(workflowId)), message),
      );
      if (invocation.json) printJson({ workflowId, ...answer });
      else print(`${answer.message} (stage ${answer.stage})`);
    });
}

/** One deck by its id, or undefined for all of them; half of each is a slip. */
function targetOf(id: string | undefined, { all, type, uid, yes, dryRun, ...options }: ResolveOptions) {
  if (!all) {
    if (id === undefined) throw badInput('Name a deck, or say --all for every parked deck.');
    if (type !== undefined || uid !== undefined || yes || dryRun) {
      throw badInput('--type, --uid, --yes and --dry-run go with --all.');
    }
    return parseDeckId(id);
  }
  if (id !== undefined) throw badInput('A deck or --all, not both.');
  const { taskId, designId, ticket, taskKey } = options;
  if ([taskId, designId, ticket, taskKey].some((given) => given !== undefined)) {
    throw badInput('Ids to go on with are of one deck; --all takes --retry, --skip or --abandon.');
  }
  return undefined;
}

function messageOf(options: ResolveOptions): ResolveMessage {
  const { retry, skip, abandon, comment, by = localUser() } = options;
  const ids = {
    ...(options.taskId === undefined ? {} : { taskId: idOf(options.taskId, '--task-id') }),
    ...(options.designId === undefined ? {} : { designId: idOf(options.designId, '--design-id') }),
    ...(options.ticket === undefined ? {} : { ticket: keyOf(options.ticket, '--ticket') }),
    ...(options.taskKey === undefined ? {} : { taskKey: keyOf(options.taskKey, '--task-key') }),
  };
  const provided = Object.keys(ids).length > 0;
  const actions = [
    ...(retry ? (['retry'] as const) : []),
    ...(skip ? (['skip'] as const) : []),
    ...(abandon ? (['abandon'] as const) : []),
    ...(provided ? (['provide'] as const) : []),
  ];
  const [action] = actions;
  if (action === undefined || actions.length > 1) {
    throw badInput('Say one of --retry, --skip, --abandon, or give --task-id, --design-id, --ticket or --task-key.');
  }
  if (options.paidCalls !== undefined && action !== 'retry') throw badInput('--paid-calls goes with --retry.');
  const limit = options.paidCalls === undefined ? {} : { paidCalls: paidCallsOf(options.paidCalls) };
  return { action, ...ids, ...limit, by, ...(comment === undefined ? {} : { comment }) };
}

/** Tickets and export keys are texts of the service's own making; what cannot be one is a slip of the keyboard. */
function keyOf(text: string, option: string): string {
  if (!/^[\w.~-]{1,200}$/.test(text)) {
    throw badInput(`${option} takes the text that the service gave, not ${JSON.stringify(text)}.`);
  }
  return text;
}

/** The most that workflow.paidCalls takes as well. */
const MOST_PAID_CALLS = 1_000;

function paidCallsOf(text: string): number {
  const calls = Number(text);
  if (!/^\d+$/.test(text) || calls < 1 || calls > MOST_PAID_CALLS) {
    throw badInput(`--paid-calls takes a number from 1 to ${MOST_PAID_CALLS}, not ${JSON.stringify(text)}.`);
  }
  return calls;
}

/** Names of failures, as docs/failures.md lists them. */
function typeName(text: string): string {
  if (!/^[A-Z][A-Za-z]{1,60}$/.test(text)) {
    throw badInput(`--type takes a name such as ServiceUnreachable (docs/failures.md), not ${JSON.stringify(text)}.`);
  }
  return text;
}

function idOf(text: string, option: string): number {
  const id = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(id) || id === 0) {
    throw badInput(`${option} takes a positive whole number, not ${JSON.stringify(text)}.`);
  }
  return id;
}
