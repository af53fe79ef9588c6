import type { Command } from 'commander';
import type { ResolveMessage } from '../../core/messages';
import { requireRunning } from '../../decks/require-running';
import { DECK_ID, parseDeckId } from '../../decks/written-id';
import { localUser } from '../../io/local-user';
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

/** The workflow ID of one deck, or undefined for --all. @throws CliError if both or neither are given */
function targetOf(id: string | undefined, { all, type, uid, yes, dryRun, ...options }: ResolveOptions) {
  if (!all) {
    if (id === undefined) throw badInput('Specify a deck ID, or --all for every parked deck.');
    if (type !== undefined || uid !== undefined || yes || dryRun) {
      throw badInput('--type, --uid, --yes and --dry-run require --all.');
    }
    return parseDeckId(id);
  }
  if (id !== undefined) throw badInput('Specify a deck ID or --all, not both.');
  const { taskId, designId, ticket, taskKey } = options;
  if ([taskId, designId, ticket, taskKey].some((given) => given !== undefined)) {
    throw badInput('--all requires --retry, --skip or --abandon. An ID belongs to one deck.');
  }
  return undefined;
}

function messageOf(options: ResolveOptions): ResolveMessage {
  const { retry, skip, abandon, comment, reviewer = localUser() } = options;
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
    throw badInput(
      'Specify one of --retry, --skip, --abandon, or an ID (--task-id, --design-id, --ticket or --task-key).',
    );
  }
  if (options.paidCalls !== undefined && action !== 'retry') throw badInput('--paid-calls requires --retry.');
  const limit = options.paidCalls === undefined ? {} : { paidCalls: paidCallsOf(options.paidCalls) };
  return { action, ...ids, ...limit, by: reviewer, ...(comment === undefined ? {} : { comment }) };
}

/** Catches typing errors in tickets and export keys. */
function keyOf(text: string, option: string): string {
  if (!/^[\w.~-]{1,200}$/.test(text)) {
    throw badInput(`${option} takes a value returned by the generation service, not ${JSON.stringify(text)}.`);
  }
  return text;
}

/** Also the maximum of the setting workflow.paidCalls. */
const MAX_PAID_CALLS = 1_000;

function paidCallsOf(text: string): number {
  const calls = Number(text);
  if (!/^\d+$/.test(text) || calls < 1 || calls > MAX_PAID_CALLS) {
    throw badInput(`--paid-calls takes a number from 1 to ${MAX_PAID_CALLS}, not ${JSON.stringify(text)}.`);
  }
  return calls;
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

function idOf(text: string, option: string): number {
  const id = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(id) || id === 0) {
    throw badInput(`${option} takes a positive integer, not ${JSON.stringify(text)}.`);
  }
  return id;
}
