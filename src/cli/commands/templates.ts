import type { Command } from 'commander';
import { findNamed, listNamed, type Named, namedFilters } from '../../core/names';
import { badInput } from '../exit';
import { openConnected, optionsOf } from '../invocation';
import { print, printJson, say, styled } from '../terminal';
import { addUserOptions, limitOf } from '../user-options';
import type { UsedService, UserOptions } from '../with-service';

interface TemplatesOptions extends UserOptions {
  colour?: string;
  style?: string;
  scene?: string;
  enterprise?: boolean;
  limit: string;
}

export function registerTemplates(program: Command): Command {
  return addUserOptions(
    program
      .command('templates')
      .description('list the templates in the order in which --rank counts them, and what they can be filtered by'),
  )
    .option('--colour <name>', 'of this colour, by name or id, or the nearest to it')
    .option('--style <name>', 'of this style, if any fits')
    .option('--scene <name>', 'for this scene, if any fits')
    .option('--enterprise', "the account's own")
    .option('--limit <n>', 'most templates to list', '100')
    .option('--json', 'print {"templates", "total", "filters"} on one line')
    .action(async (_options, self: Command) => templates(optionsOf<TemplatesOptions>(self)));
}

async function templates(options: TemplatesOptions): Promise<void> {
  const { colour, style, scene, enterprise = false } = options;
  const most = limitOf(options.limit);
  const filtered = [colour, style, scene].some((filter) => filter !== undefined);
  if (enterprise && filtered) throw badInput('Enterprise templates cannot be searched by colour, style or scene.');
  const { settings, json } = await openConnected(options);
  const [{ listAll, withService }, { serviceBaseUrl }, { TEMPLATE_TYPE }] = await Promise.all([
    import('../with-service.js'),
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
