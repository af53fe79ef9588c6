import { Argument, type Command } from 'commander';
import type { UsedService, UserOptions } from '../connect/with-service';
import { type Invocation, openConnected, optionsOf } from '../invocation/invocation';
import { addUserOptions } from '../invocation/user-options';
import { badInput, CliError, exitCodes } from '../terminal/exit';
import { askYesNo } from '../terminal/prompts';
import { isInteractive, print, printJson, say } from '../terminal/terminal';

interface DesignOptions extends UserOptions {
  yes?: boolean;
}

/** Where a design was looked for in vain. */
type Place = 'designs' | 'trash';

const help = `
rename: give it another name. delete: put it into the trash. restore: take it out again.
clear: remove it from the trash; this cannot be undone.`;

export function registerServiceDesign(service: Command): Command {
  return addUserOptions(
    service
      .command('design')
      .description('rename, delete, restore or clear a design of a user')
      .addArgument(new Argument('<action>', 'what is done').choices(Object.keys(actions)))
      .argument('<id>', 'id of the design, as deck service list designs and deck status show it')
      .argument('[name]', 'for rename: the new name'),
  )
    .option('--yes', 'clear it; without this a terminal is asked, and everything else refused')
    .option('--json', 'print {"id"} with "name", "deleted", "restored" or "cleared" on one line')
    .addHelpText('after', help)
    .action(async (action: keyof typeof actions, id: string, name: string | undefined, _options, self: Command) => {
      if (name !== undefined && action !== 'rename') throw badInput(`${action} takes one argument, the id.`);
      await actions[action](id, optionsOf<DesignOptions>(self), name);
    });
}

type Action = (id: string, options: DesignOptions, name: string | undefined) => Promise<void>;

const actions = {
  rename: async (id, options, name = '') => {
    if (name.trim() === '') throw badInput('The name is empty.');
    await change(id, options, 'designs', async ({ client, user }, user_design_id) => {
      const renamed = await client.call('renameDesign', { user_design_id, name }, user);
      return { answer: { name: renamed.name }, sentence: `The design is called “${renamed.name}” now.` };
    });
  },
  delete: (id, options) =>
    change(id, options, 'designs', async ({ client, user }, user_design_id) => {
      await client.call('deleteDesign', { user_design_id }, user);
      const sentence = `The design is in the trash; take it out again with: deck service design restore ${user_design_id}`;
      return { answer: { deleted: true }, sentence };
    }),
  restore: (id, options) =>
    change(id, options, 'trash', async ({ client, user }, user_design_id) => {
      await client.call('revertDesign', { user_design_id }, user);
      return { answer: { restored: true }, sentence: 'The design is back among the others.' };
    }),
  clear: async (id, options) => {
    if (!options.yes && !(await agreed(designId(id)))) return;
    await change(id, options, 'trash', async ({ client, user }, user_design_id) => {
      await client.call('clearDesign', { user_design_id }, user);
      return { answer: { cleared: true }, sentence: 'The design is gone for ever.' };
    });
  },
} satisfies Record<string, Action>;

interface Changed {
  answer: object;
  sentence: string;
}

async function change(
  text: string,
  options: UserOptions,
  place: Place,
  work: (service: UsedService, id: number) => Promise<Changed>,
): Promise<void> {
  const id = designId(text);
  const invocation: Invocation = await openConnected(options);
  const { isNotFound, withService } = await import('../connect/with-service.js');
  const { answer, sentence } = await withService(invocation.settings, options, async (service) => {
    try {
      return await work(service, id);
    } catch (error) {
      throw isNotFound(error) ? noDesign(id, service.user.uid, place) : error;
    }
  });
  if (invocation.json) printJson({ id, ...answer });
  else print(sentence);
}

function noDesign(id: number, uid: string, place: Place): CliError {
  const [where, look] =
    place === 'trash' ? [`in the trash of the user ${uid}`, ' --deleted'] : [`of the user ${uid}`, ''];
  return new CliError(
    exitCodes.notFound,
    `There is no design ${id} ${where}; deck service list designs${look} --uid ${uid} shows what there is.`,
  );
}

/** What cannot be undone is done on a clear word only. */
async function agreed(id: number): Promise<boolean> {
  if (!isInteractive()) {
    throw badInput(`Clearing design ${id} cannot be undone; say --yes to do it.`);
  }
  const message = `Remove design ${id} for ever? This cannot be undone.`;
  const answer = await askYesNo({ message, initial: false });
  if (answer === undefined) throw new CliError(exitCodes.interrupted, '');
  if (!answer) say('The design stays in the trash.');
  return answer;
}

function designId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) {
    throw badInput(`${JSON.stringify(text)} is not the id of a design; it is a positive whole number.`);
  }
  return Number(text);
}
