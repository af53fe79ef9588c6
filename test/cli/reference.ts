import { join } from 'node:path';
import type { Command } from 'commander';
import { examples } from '../../src/cli/examples';
import { createProgram } from '../../src/cli/program';
import { exitCodeHelp } from '../../src/cli/terminal/exit';
import { packageRoot } from '../../src/io/package-root';

export const REFERENCE_FILE = join(packageRoot, 'docs', 'command-line.md');
export const WRITE_REFERENCE = 'npm run docs';

/** Every command below the program with its path, such as `batch start`. */
export function commandsOf(program: Command = createProgram('0.0.0')): { path: string; command: Command }[] {
  return program.commands.flatMap((command) => [
    { path: command.name(), command },
    ...command.commands.map((each) => ({ path: `${command.name()} ${each.name()}`, command: each })),
  ]);
}

/** docs/command-line.md, made from the program. */
export function referenceText(): string {
  const program = createProgram('0.0.0');
  return `${[
    '# The command line',
    `Made from the program by \`${WRITE_REFERENCE}\`; \`deck help <command>\` says the same, with the variables that matter.`,
    'Answers go to stdout, everything said to a person to stderr. Colours: `--no-color`, `NO_COLOR`, `FORCE_COLOR`. ' +
      'Tab completion: `deck help completion`.',
    `\`\`\`text${exitCodeHelp}\n\`\`\``,
    ...commandsOf(program).map(({ path, command }) => sectionOf(path, command)),
  ].join('\n\n')}\n`;
}

/** Options that every command has, said once at the top of the program's own help. */
const EVERYWHERE = new Set(['--config', '--data', '--no-color', '--help']);

function sectionOf(path: string, command: Command): string {
  const help = command.createHelp();
  const args = help.visibleArguments(command).map((each) => [each.name(), help.argumentDescription(each)]);
  const options = help
    .visibleOptions(command)
    .filter(({ long }) => !EVERYWHERE.has(long ?? ''))
    .map((each) => [each.flags, help.optionDescription(each)]);
  const rows = [...args, ...options].map(([name, what]) => `| \`${cell(name!)}\` | ${cell(what!)} |`);
  const description = command.description();
  return [
    `${path.includes(' ') ? '###' : '##'} deck ${path}`,
    `${description.charAt(0).toUpperCase()}${description.slice(1)}.`,
    ...(rows.length === 0 ? [] : [['| | |', '|---|---|', ...rows].join('\n')]),
    ['```sh', ...(examples[path] ?? []).map(([line, what]) => `${line}  # ${what}`), '```'].join('\n'),
  ].join('\n\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
