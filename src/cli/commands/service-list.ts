import { Argument, type Command } from 'commander';
import type { DataOf } from '../../contract';
import { findNamed, listNamed, type Named, namedFilters, namedOptions } from '../../core/names';
import type { UsedService, UserOptions } from '../connect/with-service';
import { openConnected, optionsOf } from '../invocation/invocation';
import { addUserOptions, limitOf } from '../invocation/user-options';
import { badInput } from '../terminal/exit';
import { print, printJson, say, styled } from '../terminal/terminal';

interface ListOptions extends UserOptions {
  deleted?: boolean;
  colour?: string;
  style?: string;
  scene?: string;
  enterprise?: boolean;
  limit?: string;
}

const lists = { designs, templates, topics, options: advancedOptions };
type Listed = keyof typeof lists;

/** Options that only some of the lists have. */
const ONLY: Partial<Record<keyof ListOptions, Listed>> = {
  deleted: 'designs',
  colour: 'templates',
  style: 'templates',
  scene: 'templates',
  enterprise: 'templates',
};

const help = `
designs: of a user, newest first.
templates: in the order in which --rank counts them, and what they can be filtered by.
topics: that --topic takes. options: that --option key=value takes, by group.`;

export function registerServiceList(service: Command): Command {
  return addUserOptions(
    service
      .command('list')
      .description('list what the service has')
      .addArgument(new Argument('<what>', 'which list').choices(Object.keys(lists))),
  )
    .option('--deleted', 'designs in the trash')
    .option('--colour <name>', 'templates of this colour, by name or id, or the nearest to it')
    .option('--style <name>', 'templates of this style, if any fits')
    .option('--scene <name>', 'templates for this scene, if any fits')
    .option('--enterprise', "the account's own templates")
    .option('--limit <n>', 'most to list (default: 20 designs, 100 templates or topics)')
    .option('--json', 'print them on one line: {"templates", "total", "filters"}, otherwise an array')
    .addHelpText('after', help)
    .action(async (what: Listed, _options, self: Command) => {
      const options = optionsOf<ListOptions>(self);
      for (const [name, list] of Object.entries(ONLY)) {
        if (options[name as keyof ListOptions] !== undefined && list !== what)
          throw badInput(`--${name} is an option of: deck service list ${list}`);
      }
      await lists[what](options);
    });
}

type Design = DataOf<'listDesigns'>['list'][number];

async function designs({ deleted = false, limit = '20', ...options }: ListOptions): Promise<void> {
  const most = limitOf(limit);
  const { settings, json } = await openConnected(options);
  const { listAll, withService } = await import('../connect/with-service.js');
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

async function templates(options: ListOptions): Promise<void> {
  const { colour, style, scene, enterprise = false } = options;
  const most = limitOf(options.limit ?? '100');
  const filtered = [colour, style, scene].some((filter) => filter !== undefined);
  if (enterprise && filtered) throw badInput('Enterprise templates cannot be searched by colour, style or scene.');
  const { settings, json } = await openConnected(options);
  const [{ listAll, withService }, { serviceBaseUrl }, { TEMPLATE_TYPE }] = await Promise.all([
    import('../connect/with-service.js'),
    import('../../config/index.js'),
    import('../../contract/templates.js'),
  ]);
  const { filters, found } = await withService(settings, options, async ({ client, user }: UsedService) => {
    const filters = namedFilters(await client.call('listSuitFilters', {}, user), settings.profile.names);
    const request = {
      ...(colour === undefined ? {} : { colour_id: idOf('--colour', colour, filters.colour) }),
      ...(style === undefined ? {} : { style_id: idOf('--style', style, filters.style) }),
      ...(scene === undefined ? {} : { scene_id: idOf('--scene', scene, filters.scene) }),
    };
    const found = await listAll(most, (page) =>
      enterprise
        ? client.call('listEnterpriseSuits', page, user)
        : client.call('searchSuits', { ...page, ...request }, user),
    );
    return { filters, found };
  });
  const type = enterprise ? TEMPLATE_TYPE.enterprise : TEMPLATE_TYPE.system;
  const listed = found.items.map(({ id, cover_img }, at) => ({
    rank: at + 1,
    id,
    type,
    cover: coverOf(cover_img, serviceBaseUrl(settings)),
  }));
  if (json) {
    printJson({ templates: listed, total: found.total, filters });
    return;
  }
  for (const { rank, id, cover } of listed) {
    print(
      `${String(rank).padStart(4)}  --template ${id} --template-type ${type}  ${styled('dim', cover, process.stdout)}`,
    );
  }
  if (listed.length === 0) say('No template fits.');
  if (found.total > listed.length) say(`${found.total - listed.length} more; --limit shows them.`);
  if (filtered || enterprise) return;
  for (const [name, choices] of Object.entries(filters)) {
    say(`${name}: ${listNamed(choices)}`);
  }
}

function idOf(option: string, choice: string, there: Named[]): number {
  const found = findNamed(choice, there);
  if (found !== undefined) return found.id;
  throw badInput(`${option}: there is no ${JSON.stringify(choice)}; there are ${listNamed(there)}.`);
}

/** The picture's address for a browser: of the service's own protocol, without a query that may be a signature. */
function coverOf(address: string, service: string): string {
  return new URL(address.split(/[?#]/, 1)[0]!, service).href;
}

async function topics(options: ListOptions): Promise<void> {
  const most = limitOf(options.limit ?? '100');
  const { settings, json } = await openConnected(options);
  const { listAll, withService } = await import('../connect/with-service.js');
  const { items, total } = await withService(settings, options, ({ client, user }) =>
    listAll(most, (page) => client.call('listPresetTopics', page, user)),
  );
  if (json) return printJson(items.map(({ id, title }) => ({ id, title })));
  for (const { id, title } of items) print(`${String(id).padStart(6)}  ${title}`);
  if (items.length === 0) say('The service has no preset topics.');
  else if (total > items.length) say(`${total - items.length} more; --limit shows them.`);
}

async function advancedOptions(options: ListOptions): Promise<void> {
  const { settings, json } = await openConnected(options);
  const { withService } = await import('../connect/with-service.js');
  const nodes = await withService(settings, options, ({ client, user }) =>
    client.call('listAdvancedOptions', {}, user),
  );
  const groups = namedOptions(nodes, settings.profile.names).map(({ options: leaves, ...group }) => ({
    ...group,
    options: leaves.map(({ id, names: [name = '', ...also], isDefault }) => ({
      id,
      name,
      also,
      default: isDefault,
    })),
  }));
  if (json) return printJson(groups);
  for (const { key, name, options: leaves } of groups) {
    print(`${styled('bold', key, process.stdout)}  ${name}`);
    for (const { id, name: option, also, default: standard } of leaves) {
      const more = [...also, ...(standard ? ['default'] : [])].join(', ');
      print(`${String(id).padStart(6)}  ${option}${more === '' ? '' : `  ${styled('dim', more, process.stdout)}`}`);
    }
  }
}
