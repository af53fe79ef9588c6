import { Argument, type Command } from 'commander';
import { counted } from '../../base/text/counted';
import { serviceBaseUrl } from '../../config';
import type { ReadOf } from '../../contract';
import { TEMPLATE_TYPE } from '../../contract/templates';
import { findNamed, listNamed, type Named, namedFilters, namedOptions } from '../../core/names';
import type { ServiceId } from '../../core/service-id';
import { type UserOptions, withService } from '../connect/with-service';
import { openConnected, optionsOf } from '../invocation/invocation';
import { optionName } from '../invocation/option-name';
import { addUserOptions, limitOf } from '../invocation/user-options';
import { badInput } from '../terminal/exit';
import { print, printJson, say, styled } from '../terminal/terminal';

interface ListOptions extends UserOptions {
  deleted?: boolean;
  templateColor?: string;
  style?: string;
  scene?: string;
  enterprise?: boolean;
  limit?: string;
}

const lists = { designs, templates, topics, options: advancedOptions };
type Listed = keyof typeof lists;

/** Options that belong to one list. */
const ONLY: Partial<Record<keyof ListOptions, Listed>> = {
  deleted: 'designs',
  templateColor: 'templates',
  style: 'templates',
  scene: 'templates',
  enterprise: 'templates',
};

const help = `
designs: designs of a user, newest first.
templates: templates in the order that --rank uses, and their filters.
topics: preset topics for --topic.
options: advanced options for --option key=value, by group.`;

export function registerServiceList(service: Command): Command {
  return addUserOptions(
    service
      .command('list')
      .description('list designs, templates, preset topics or advanced options of the generation service')
      .addArgument(new Argument('<list>', 'list to print').choices(Object.keys(lists))),
    'user whose designs to list',
  )
    .option('--deleted', 'list designs in the trash')
    .option('--template-color <color>', 'only templates of this color or the closest one, by name or ID')
    .option('--style <name>', 'only templates of this style, if there are any')
    .option('--scene <name>', 'only templates for this scene, if there are any')
    .option('--enterprise', 'list the templates of the account')
    .option('--limit <n>', 'maximum number of entries (default: 20 designs, 100 templates or topics)')
    .option('--json', 'print one line of JSON: {"templates", "total", "filters"} or an array')
    .addHelpText('after', help)
    .action(async (what: Listed, _options, self: Command) => {
      const options = optionsOf<ListOptions>(self);
      for (const [name, list] of Object.entries(ONLY)) {
        if (options[name as keyof ListOptions] !== undefined && list !== what)
          throw badInput(`${optionName(name)} can only be used with deck service list ${list}.`);
      }
      await lists[what](options);
    });
}

const moreText = (count: number) => `${count} more; raise --limit to list them.`;

type Design = ReadOf<'listDesigns'>['list'][number];

async function designs({ deleted = false, limit = '20', ...options }: ListOptions): Promise<void> {
  const max = limitOf(limit);
  const { settings, json } = await openConnected(options);
  const { items, total } = await withService(settings, options, ({ client, user, listAll }) =>
    listAll(max, (page) => client.call(deleted ? 'listDeletedDesigns' : 'listDesigns', page, user)),
  );
  if (json) printJson(items.map(factsOf));
  else if (items.length === 0) say(deleted ? 'The trash is empty.' : 'No designs.');
  else for (const design of items) print(lineOf(design));
  if (!json && total > items.length) say(moreText(total - items.length));
}

/** Omits URLs because they are signed. */
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
  const when =
    delete_time === '' ? created_at : `deleted ${delete_time}, purged in ${counted(auto_delete_time, 'day')}`;
  return `${String(id).padStart(8)}  ${name}  ${styled('dim', when, process.stdout)}`;
}

async function templates(options: ListOptions): Promise<void> {
  const { templateColor: color, style, scene, enterprise = false } = options;
  const max = limitOf(options.limit ?? '100');
  const filtered = [color, style, scene].some((filter) => filter !== undefined);
  if (enterprise && filtered)
    throw badInput('--enterprise cannot be combined with --template-color, --style or --scene.');
  const { settings, json } = await openConnected(options);
  const { filters, found } = await withService(settings, options, async ({ client, user, listAll }) => {
    const filters = namedFilters(await client.call('listSuitFilters', {}, user), settings.profile.names);
    const request = {
      ...(color === undefined ? {} : { colour_id: idOf('--template-color', color, filters.color) }),
      ...(style === undefined ? {} : { style_id: idOf('--style', style, filters.style) }),
      ...(scene === undefined ? {} : { scene_id: idOf('--scene', scene, filters.scene) }),
    };
    const found = await listAll(max, (page) =>
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
  if (listed.length === 0) say('No matching templates.');
  if (found.total > listed.length) say(moreText(found.total - listed.length));
  if (filtered || enterprise) return;
  for (const [name, choices] of Object.entries(filters)) {
    say(`${name}: ${listNamed(choices)}`);
  }
}

function idOf(option: string, choice: string, available: Named[]): ServiceId {
  const found = findNamed(choice, available);
  if (found !== undefined) return found.id;
  throw badInput(`${option}: unknown value ${JSON.stringify(choice)}. Available: ${listNamed(available)}.`);
}

/** Absolute URL of the cover image, without the query, which may be a signature. */
function coverOf(url: string, service: string): string {
  return new URL(url.split(/[?#]/, 1)[0]!, service).href;
}

async function topics(options: ListOptions): Promise<void> {
  const max = limitOf(options.limit ?? '100');
  const { settings, json } = await openConnected(options);
  const { items, total } = await withService(settings, options, ({ client, user, listAll }) =>
    listAll(max, (page) => client.call('listPresetTopics', page, user)),
  );
  if (json) return printJson(items.map(({ id, title }) => ({ id, title })));
  for (const { id, title } of items) print(`${String(id).padStart(6)}  ${title}`);
  if (items.length === 0) say('No preset topics.');
  else if (total > items.length) say(moreText(total - items.length));
}

async function advancedOptions(options: ListOptions): Promise<void> {
  const { settings, json } = await openConnected(options);
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
    for (const { id, name: option, also, default: byDefault } of leaves) {
      const more = [...also, ...(byDefault ? ['default'] : [])].join(', ');
      print(`${String(id).padStart(6)}  ${option}${more === '' ? '' : `  ${styled('dim', more, process.stdout)}`}`);
    }
  }
}
