import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type CommonOptions, optionsOf, readSettings } from '../invocation/invocation';
import { print, printJson, printText } from '../terminal/terminal';

export function registerConfig(program: Command): Command {
  return program
    .command('config')
    .description('print the settings in effect; secrets appear as what names them, never as their values')
    .option('--json', 'print them as JSON on one line')
    .action(async (_options, self: Command) => {
      const options = optionsOf<CommonOptions>(self);
      const settings = await readSettings(options);
      const [{ effectiveSettings, settingsFile }, { stringify }] = await Promise.all([
        import('../../config/index.js'),
        import('yaml'),
      ]);
      const effective = effectiveSettings(settings);
      if (options.json) {
        printJson(effective);
        return;
      }
      const file = settingsFile(options.config === undefined ? {} : { file: options.config });
      print(`# ${file === undefined ? 'built-in defaults; there is no temporal.yaml here' : `from ${resolve(file)}`}`);
      printText(stringify(effective).trimEnd());
    });
}
