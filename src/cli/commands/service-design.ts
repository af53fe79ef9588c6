import { Argument, type Command } from 'commander';
import type { UsedService, UserOptions } from '../connect/with-service';
import { withService } from '../connect/with-service';
import { openConnected, optionsOf } from '../invocation/invocation';
import { addUserOptions } from '../invocation/user-options';
import { badInput, CliError, exitCodes } from '../terminal/exit';
import { askYesNo } from '../terminal/prompts';
import { isInteractive, print, printJson, say } from '../terminal/terminal';

interface DesignOptions extends UserOptions {
  yes?: boolean;
}

/** Where a design is looked up. */
type Place = 'designs' | 'trash';

const help = `
rename: rename a design.
delete: move a design to the trash.
restore: move a design out of the trash.
clear: permanently delete a design from the trash.`;

export function registerServiceDesign(service: Command): Command {
  return addUserOptions(
    service
      .command('design')
      .description('rename, delete, restore or permanently clear a design of a user')
      .addArgument(new Argument('<action>', 'action to perform').choices(Object.keys(actions)))
      .argument('<id>', 'design ID from deck service list designs or deck status')
      .argument('[name]', 'new name, for rename'),
    'owner of the design',
  )
    .option('--yes', 'skip the confirmation prompt of clear (required when not in a terminal)')
    .option('--json', 'print {"id"} with "name", "deleted", "restored" or "cleared" as one line of JSON')
    .addHelpText('after', help)
    .action(async (action: keyof typeof actions, id: string, name: string | undefined, _options, self: Command) => {
      if (name !== undefined && action !== 'rename') throw badInput(`${action} takes only a design ID.`);
      await actions[action](id, optionsOf<DesignOptions>(self), name);
    });
}

type Action = (id: string, options: DesignOptions, name: string | undefined) => Promise<void>;

const actions = {
  rename: async (id, options, name = '') => {
    if (name.trim() === '') throw badInput('The name is empty.');
    await change(id, options, 'designs', async ({ client, user }, user_design_id) => {
      const renamed = await client.call('renameDesign', { user_design_id, name }, user);
      return { answer: { name: renamed.name }, message: `Design renamed to “${renamed.name}”.` };
    });
  },
  delete: (id, options) =>
    change(id, options, 'designs', async ({ client, user }, user_design_id) => {
      await client.call('deleteDesign', { user_design_id }, user);
      const message = `Design moved to the trash. To restore it: deck service design restore ${user_design_id}`;
      return { answer: { deleted: true }, message };
    }),
  restore: (id, options) =>
    change(id, options, 'trash', async ({ client, user }, user_design_id) => {
      await client.call('revertDesign', { user_design_id }, user);
      return { answer: { restored: true }, message: 'Design restored.' };
    }),
  clear: async (id, options) => {
    if (!options.yes && !(await confirmClear(designId(id)))) return;
    await change(id, options, 'trash', async ({ client, user }, user_design_id) => {
      await client.call('clearDesign', { user_design_id }, user);
      return { answer: { cleared: true }, message: 'Design permanently deleted.' };
    });
  },
} satisfies Record<string, Action>;

interface Changed {
  answer: object;
  message: string;
}

async function change(
  text: string,
  options: UserOptions,
  place: Place,
  work: (service: UsedService, id: number) => Promise<Changed>,
): Promise<void> {
  const id = designId(text);
  const { settings, json } = await openConnected(options);
  const { uid = settings.service.uid } = options;
  const { answer, message } = await withService(settings, options, (service) => work(service, id)).catch((error) => {
    throw error instanceof CliError && error.exitCode === exitCodes.notFound ? noDesign(id, uid, place) : error;
  });
  if (json) printJson({ id, ...answer });
  else print(message);
}

function noDesign(id: number, uid: string, place: Place): CliError {
  const [where, filter] = place === 'trash' ? [`in the trash of user ${uid}`, ' --deleted'] : [`for user ${uid}`, ''];
  return new CliError(exitCodes.notFound, `No design ${id} ${where}. To list designs:`, {
    details: [`deck service list designs${filter} --uid ${uid}`],
  });
}

async function confirmClear(id: number): Promise<boolean> {
  if (!isInteractive()) {
    throw badInput(`Design ${id} will be permanently deleted. Pass --yes to confirm.`);
  }
  const message = `Permanently delete design ${id}? This cannot be undone.`;
  const answer = await askYesNo({ message, initial: false });
  if (answer === undefined) throw new CliError(exitCodes.interrupted, '');
  if (!answer) say('Nothing was deleted.');
  return answer;
}

function designId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) {
    throw badInput(`${JSON.stringify(text)} is not a design ID. Design IDs are positive integers.`);
  }
  return Number(text);
}
