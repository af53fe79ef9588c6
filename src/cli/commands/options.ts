import type { Command } from 'commander';
import { namedOptions } from '../../core/names';
import { openConnected, optionsOf } from '../invocation';
import { print, printJson, styled } from '../terminal';
import { addUserOptions } from '../user-options';
import type { UserOptions } from '../with-service';

export function registerOptions(program: Command): Command {
  return addUserOptions(
    program.command('options').description('list the advanced options that --option key=value takes, by group'),
  )
    .option('--json', 'print an array of groups on one line')
    .action(async (_options, self: Command) => {
      const options = optionsOf<UserOptions>(self);
      const { settings, json } = await openConnected(options);
      const { withService } = await import('../with-service.js');
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
    });
}
