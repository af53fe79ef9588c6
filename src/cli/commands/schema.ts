import type { Command } from 'commander';
import { badInput } from '../terminal/exit';
import { print, printText } from '../terminal/terminal';

export function registerSchema(program: Command): Command {
  return program
    .command('schema')
    .description('print the JSON Schema of the workflow input, a message or a response; without a name, list the names')
    .argument('[name]', 'schema name, such as input or review-message')
    .action(async (name: string | undefined) => {
      const { jsonSchema, schemaNames } = await import('../../api/schemas.js');
      if (name === undefined) {
        print(...schemaNames);
        return;
      }
      const known = schemaNames.find((schema) => schema === name);
      if (known === undefined) throw badInput(`Unknown schema ${name}. Available: ${schemaNames.join(', ')}.`);
      printText(JSON.stringify(jsonSchema(known), null, 2));
    });
}
