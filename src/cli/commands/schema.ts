import type { Command } from 'commander';
import { badInput } from '../terminal/exit';
import { print, printText } from '../terminal/terminal';

export function registerSchema(program: Command): Command {
  return program
    .command('schema')
    .description(
      "print the JSON Schema of a deck's input, of a message to it or of an answer; without a name, the names",
    )
    .argument('[name]', 'such as input or review-message')
    .action(async (name: string | undefined) => {
      const { jsonSchema, schemaNames } = await import('../../api/schemas.js');
      if (name === undefined) {
        print(...schemaNames);
        return;
      }
      const known = schemaNames.find((schema) => schema === name);
      if (known === undefined) throw badInput(`There is no schema ${name}; there are ${schemaNames.join(', ')}.`);
      printText(JSON.stringify(jsonSchema(known), null, 2));
    });
}
