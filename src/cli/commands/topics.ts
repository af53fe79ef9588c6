import type { Command } from 'commander';
import { openConnected, optionsOf } from '../invocation';
import { print, printJson, say } from '../terminal';
import { addUserOptions, limitOf } from '../user-options';
import type { UserOptions } from '../with-service';

interface TopicsOptions extends UserOptions {
  limit: string;
}

export function registerTopics(program: Command): Command {
  return addUserOptions(program.command('topics').description('list the preset topics that --topic takes'))
    .option('--limit <n>', 'most topics to list', '100')
    .option('--json', 'print an array of {"id", "title"} on one line')
    .action(async (_options, self: Command) => {
      const options = optionsOf<TopicsOptions>(self);
      const most = limitOf(options.limit);
      const { settings, json } = await openConnected(options);
      const { listAll, withService } = await import('../with-service.js');
      const { items, total } = await withService(settings, options, ({ client, user }) =>
        listAll(most, (page) => client.call('listPresetTopics', page, user)),
      );
      if (json) return printJson(items.map(({ id, title }) => ({ id, title })));
      for (const { id, title } of items) print(`${String(id).padStart(6)}  ${title}`);
      if (items.length === 0) say('The service has no preset topics.');
      else if (total > items.length) say(`${total - items.length} more; --limit shows them.`);
    });
}
