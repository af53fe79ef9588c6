import type { Command } from 'commander';
import type { DataOf } from '../../contract';
import { badInput, CliError, exitCodes } from '../exit';
import { type Invocation, openConnected, optionsOf } from '../invocation';
import { askYesNo } from '../prompts';
import { isInteractive, print, printJson, say, styled } from '../terminal';
import { addUserOptions, limitOf } from '../user-options';
import type { UsedService, UserOptions } from '../with-service';

interface ListOptions extends UserOptions {
  deleted?: boolean;
  limit: string;
}

interface ClearOptions extends UserOptions {
  yes?: boolean;
}

type Design = DataOf<'listDesigns'>['list'][number];

/** Where a design was looked for in vain. */
type Place = 'designs' | 'trash';

export function registerDesigns(program: Command): Command {
  const designs = program
    .command('designs')
    .description("a user's designs at the service: list, rename, delete, restore");
  const verb = (text: string, description: string) => addUserOptions(designs.command(text).description(description));
  const withId = (name: string, description: string) =>
    verb(name, description).argument('<id>', 'id of the design, as deck designs list and deck status show it');

  verb('list', 'list designs, newest first')
    .option('--deleted', 'those in the trash')
    .option('--limit <n>', 'most designs to list', '20')
    .option('--json', 'print an array on one line')
    .action(async (_options, self: Command) => list(optionsOf<ListOptions>(self)));

  withId('rename', 'give a design another name')
    .argument('<name>', 'the new name')
    .option('--json', 'print {"id", "name"} on one line')
    .action(async (id: string, name: string, _options, self: Command) => {
      if (name.trim() === '') throw badInput('The name is empty.');
      await change(id, optionsOf<UserOptions>(self), 'designs', async ({ client, user }, user_design_id) => {
        const renamed = await client.call('renameDesign', { user_design_id, name }, user);
        return { answer: { name: renamed.name }, sentence: `The design is called “${renamed.name}” now.` };
      });
    });

  withId('delete', 'put a design into the trash; deck designs restore takes it out again')
    .option('--json', 'print {"id", "deleted"} on one line')
    .action(async (id: string, _options, self: Command) => {
      await change(id, optionsOf<UserOptions>(self), 'designs', async ({ client, user }, user_design_id) => {
        await client.call('deleteDesign', { user_design_id }, user);
        const sentence = `The design is in the trash; take it out again with: deck designs restore ${user_design_id}`;
        return { answer: { deleted: true }, sentence };
      });
    });

  withId('restore', 'take a design out of the trash')
    .option('--json', 'print {"id", "restored"} on one line')
    .action(async (id: string, _options, self: Command) => {
      await change(id, optionsOf<UserOptions>(self), 'trash', async ({ client, user }, user_design_id) => {
        await client.call('revertDesign', { user_design_id }, user);
        return { answer: { restored: true }, sentence: 'The design is back among the others.' };
      });
    });

  withId('clear', 'remove a design in the trash for ever; this cannot be undone')
    .option('--yes', 'do it; without it a terminal is asked, and everything else refused')
    .option('--json', 'print {"id", "cleared"} on one line')
    .action(async (id: string, _options, self: Command) => {
      const options = optionsOf<ClearOptions>(self);
      if (!options.yes && !(await agreed(designId(id)))) return;
      await change(id, options, 'trash', async ({ client, user }, user_design_id) => {
        await client.call('clearDesign', { user_design_id }, user);
        return { answer: { cleared: true }, sentence: 'The design is gone for ever.' };
      });
    });

  return designs;
}

async function list({ deleted = false, limit, ...options }: ListOptions): Promise<void> {
  const most = limitOf(limit);
  const { settings, json } = await openConnected(options);
  const { listAll, withService } = await import('../with-service.js');
  const { items, total } = await withService(settings, options, ({ client, user }) =>
    listAll(most, (page) => client.call(deleted ? 'listDeletedDesigns' : 'listDesigns', page, user)),
  );
  if (json) printJson(items.map(factsOf));
  else if (items.length === 0) say(deleted ? 'The trash is empty.' : 'There are no designs.');
  else for (const design of items) print(lineOf(design));
  if (!json && total > items.length) say(`${total - items.length} more; --limit shows them.`);
}

/** Without addresses: those of the service carry signatures. */
function factsOf({ id, name, size, created_at, updated_at, delete_time, auto_delete_time }: Design) {
  return {
    id,
    name,
    size,
    createdAt: created_at,
    updatedAt: updated_at,
    ...(delete_time === '' ? {} : { deletedAt: delete_time, daysLeft: auto_delete_time }),
  };
}

function lineOf({ id, name, created_at, delete_time, auto_delete_time }: Design): string {
  const when = delete_time === '' ? created_at : `deleted ${delete_time}, gone in ${auto_delete_time} days`;
  return `${String(id).padStart(8)}  ${name}  ${styled('dim', when, process.stdout)}`;
}

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
  const { isNotFound, withService } = await import('../with-service.js');
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
    `There is no design ${id} ${where}; deck designs list${look} --uid ${uid} shows what there is.`,
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
