import { resolve } from 'node:path';
import type { Command } from 'commander';
import { stringify } from 'yaml';
import { effectiveSettings, settingsFile } from '../../config';
import { bindingGates } from '../../decks/input/review-floor';
import { type CommonOptions, optionsOf, readSettings } from '../invocation/invocation';
import { badInput } from '../terminal/exit';
import { print, printJson, printText } from '../terminal/terminal';

export function registerConfig(program: Command): Command {
  return program
    .command('config')
    .description('print the settings in effect; secrets are shown as references, never as values')
    .option('--schema [name]', 'print a JSON Schema of the API instead, such as input; without a name, list the names')
    .option('--json', 'print the settings as one line of JSON')
    .action(async (_options, self: Command) => {
      const options = optionsOf<CommonOptions & { schema?: string | true }>(self);
      if (options.schema !== undefined) return printSchema(options.schema);
      const settings = await readSettings(options);
      const effective = effectiveSettings(settings);
      if (options.json) {
        printJson(effective);
        return;
      }
      const file = settingsFile(options.config === undefined ? {} : { file: options.config });
      print(`# ${file === undefined ? 'built-in defaults; no temporal.yaml found' : `from ${resolve(file)}`}`);
      for (const gate of bindingGates(settings.workflow)) {
        print(`# workflow.${gate} binds: a deck may only be stricter`);
      }
      printText(stringify(effective).trimEnd());
    });
}

/** Implements `--schema`: the schema of the workflow input, a message or a response. */
async function printSchema(name: string | true): Promise<void> {
  const { jsonSchema, schemaNames } = await import('../../decks/api/schemas.js');
  if (name === true) return print(...schemaNames);
  const known = schemaNames.find((schema) => schema === name);
  if (known === undefined) throw badInput(`--schema: unknown schema ${name}. Available: ${schemaNames.join(', ')}.`);
  printText(JSON.stringify(jsonSchema(known), null, 2));
}
