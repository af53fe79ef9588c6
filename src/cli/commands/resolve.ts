import type { Command } from 'commander';
import { localUser } from '../../base/io/local-user';
import { readFields } from '../../core/fields';
import { given } from '../../core/given';
import { type ResolveMessage, resolveSchemas } from '../../core/resolve-message';
import { requireRunning } from '../../decks/require-running';
import { DECK_ID, parseDeckId } from '../../decks/written-id';
import { withDecks } from '../connect/with-decks';
import { type CommonOptions, openConnected, optionsOf } from '../invocation/invocation';
import { uidOf } from '../invocation/user-options';
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
  newJob?: true;
  since?: string;
  all?: boolean;
  type?: string;
  uid?: string;
  yes?: boolean;
  dryRun?: boolean;
  comment?: string;
  reviewer?: string;
}

export function registerResolve(program: Command): Command {
  return program
    .command('resolve')
    .description('resolve a parked deck with --retry, --skip, --abandon or an ID to continue with')
    .argument('[id]', `${DECK_ID}; omit with --all`)
    .option('--retry', 'retry the stage')
    .option('--skip', 'continue without the stage, if possible')
    .option('--abandon', 'end the deck for good')
    .option('--task-id <n>', 'continue with this task of the generation service')
    .option('--design-id <n>', 'continue with this design of the generation service')
    .option('--ticket <ticket>', 'continue with this content job of the generation service')
    .option('--task-key <key>', 'continue with this export job of the generation service')
    .option('--paid-calls <n>', 'with --retry: new paid-call limit of the deck')
    .option('--new-job', 'with --retry: start another paid job instead of waiting for the one that does not end')
    .option('--since <time>', 'time of the problem that you have read; a deck with another problem refuses')
    .option('--all', 'resolve every parked deck; prompts for confirmation')
    .option('--type <type>', 'with --all: only decks with this failure type, such as ServiceUnreachable', failureTypeOf)
    .option('--uid <uid>', 'with --all: only decks of this user', uidOf)
    .option('--yes', 'with --all: skip the confirmation prompt')
    .option('--dry-run', 'with --all: list the decks without resolving them')
    .option('--comment <text>', 'reason, recorded with the deck')
    .option('--reviewer <name>', 'name to record (default: the current user)')
    .option('--json', 'print the result as one line of JSON')
    .action(async (id: string | undefined, _options, self: Command) => {
      const options = optionsOf<ResolveOptions>(self);
      const workflowId = targetOf(id, options);
      const message = messageOf(options);
      const invocation = await openConnected(options);
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

/** The workflow ID of one deck, or undefined for --all. @throws CliError if both or neither are given */
function targetOf(id: string | undefined, { all, type, uid, dryRun, ...options }: ResolveOptions) {
  if (!all) {
    if (id === undefined) throw badInput('Specify a deck ID, or --all for every parked deck.');
    if (type !== undefined || uid !== undefined || dryRun) {
      throw badInput('--type, --uid and --dry-run require --all.');
    }
    return parseDeckId(id);
  }
  if (id !== undefined) throw badInput('Specify a deck ID or --all, not both.');
  const { taskId, designId, ticket, taskKey, since } = options;
  if ([taskId, designId, ticket, taskKey].some((given) => given !== undefined)) {
    throw badInput('--all requires --retry, --skip or --abandon. An ID belongs to one deck.');
  }
  if (since !== undefined) throw badInput('--since requires the ID of one deck.');
  return undefined;
}

function messageOf(options: ResolveOptions): ResolveMessage {
  const { retry, skip, abandon, comment, reviewer = localUser() } = options;
  const ids = {
    ...fieldOf('taskId', '--task-id', options.taskId),
    ...fieldOf('designId', '--design-id', options.designId),
    ...fieldOf('ticket', '--ticket', options.ticket),
    ...fieldOf('taskKey', '--task-key', options.taskKey),
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
    throw badInput(
      'Specify one of --retry, --skip, --abandon, or an ID (--task-id, --design-id, --ticket or --task-key).',
    );
  }
  if (options.paidCalls !== undefined && action !== 'retry') throw badInput('--paid-calls requires --retry.');
  if (options.newJob && action !== 'retry') throw badInput('--new-job requires --retry.');
  const limit = fieldOf('paidCalls', '--paid-calls', options.paidCalls);
  const since = fieldOf('since', '--since', options.since);
  return { action, ...ids, ...limit, ...since, by: reviewer, ...given({ newJob: options.newJob, comment }) };
}

/** Checks an option as the deck does. */
function fieldOf<Name extends keyof ResolveMessage>(name: Name, flag: string, text: string | undefined) {
  if (text === undefined) return {};
  const isNumber = name !== 'ticket' && name !== 'taskKey' && /^\d{1,15}$/.test(text);
  const read = readFields(resolveSchemas.resolveMessage.shape[name], isNumber ? Number(text) : text);
  if ('refusal' in read) throw badInput(`${flag} ${read.refusal}, not ${JSON.stringify(text)}.`);
  return { [name]: read.message } as Pick<ResolveMessage, Name>;
}

/** Failure types are listed in docs/failures.md. */
function failureTypeOf(text: string): string {
  if (!/^[A-Z][A-Za-z]{1,60}$/.test(text)) {
    throw badInput(
      `--type takes a failure type such as ServiceUnreachable (docs/failures.md), not ${JSON.stringify(text)}.`,
    );
  }
  return text;
}
