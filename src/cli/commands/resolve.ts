import type { Command } from 'commander';
import type { ResolveMessage } from '../../presentation/messages';
import { parseDeckId } from '../deck-id';
import { badInput } from '../exit';
import { type CommonOptions, openConnected, optionsOf } from '../invocation';
import { requireRunning } from '../require-running';
import { localUser, print, printJson } from '../terminal';

interface ResolveOptions extends CommonOptions {
  retry?: boolean;
  skip?: boolean;
  abandon?: boolean;
  taskId?: string;
  designId?: string;
  ticket?: string;
  taskKey?: string;
  comment?: string;
  by?: string;
}

export function registerResolve(program: Command): Command {
  return program
    .command('resolve')
    .description('say what to do about a parked deck: one of --retry, --skip, --abandon, or ids to go on with')
    .argument('<id>', 'presentation/<uid>/<request> or <uid>/<request>')
    .option('--retry', 'try the stage again')
    .option('--skip', 'go on without the stage, where that is possible')
    .option('--abandon', 'give the deck up')
    .option('--task-id <n>', 'go on with this task of the service')
    .option('--design-id <n>', 'go on with this design of the service')
    .option('--ticket <ticket>', 'go on with this content job of the service')
    .option('--task-key <key>', 'go on with this export of the service')
    .option('--comment <text>', 'why')
    .option('--by <name>', 'who decides (default: the user of this machine)')
    .option('--json', 'print the answer on one line')
    .action(async (id: string, _options, self: Command) => {
      const workflowId = parseDeckId(id);
      const options = optionsOf<ResolveOptions>(self);
      const message = messageOf(options);
      const invocation = await openConnected(options);
      const { withDecks } = await import('../with-decks.js');
      const answer = await withDecks(invocation, async (decks) =>
        decks.resolve(requireRunning(await decks.facts(workflowId)), message),
      );
      if (invocation.json) printJson({ workflowId, ...answer });
      else print(`${answer.message} (stage ${answer.stage})`);
    });
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
  return { action, ...ids, by, ...(comment === undefined ? {} : { comment }) };
}

/** Tickets and export keys are texts of the service's own making; what cannot be one is a slip of the keyboard. */
function keyOf(text: string, option: string): string {
  if (!/^[\w.~-]{1,200}$/.test(text)) {
    throw badInput(`${option} takes the text that the service gave, not ${JSON.stringify(text)}.`);
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
