import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type CommonOptions, optionsOf, readSettings } from '../invocation/invocation';
import { print, printJson, printText } from '../terminal/terminal';

export function registerConfig(program: Command): Command {
  return program
    .command('config')
    .description('print the settings in effect; secrets are shown as references, never as values')
    .option('--json', 'print the settings as one line of JSON')
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
      print(`# ${file === undefined ? 'built-in defaults; no temporal.yaml found' : `from ${resolve(file)}`}`);
      printText(stringify(effective).trimEnd());
    });
}
