import type { Argument, Command, Option } from 'commander';
import { DECK_ID } from '../../decks/written-id';
import { bashScript } from './bash';
import { fishScript } from './fish';
import { zshScript } from './zsh';

export type Shell = 'bash' | 'zsh' | 'fish';

/** One command, as the completion scripts need it. */
export interface CommandWords {
  /** Full name, such as `deck batch start`. */
  path: string;
  description: string;
  subcommands: { name: string; description: string }[];
  options: OptionWords[];
  /** Type of its arguments: deck IDs, fixed words, or anything else, which is completed with files. */
  argument: 'deck' | 'file' | readonly string[];
}

interface OptionWords {
  name: string;
  description: string;
  takesValue: boolean;
  choices: readonly string[];
}

const scripts: Record<Shell, (commands: CommandWords[]) => string> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** Generates the completion script of a shell from the registered commands. */
export function completionScript(shell: Shell, program: Command): string {
  return scripts[shell](wordsOf(program));
}

function wordsOf(command: Command, above = ''): CommandWords[] {
  const path = `${above}${command.name()}`;
  const help = command.createHelp();
  const visible = help.visibleCommands(command);
  const words: CommandWords = {
    path,
    description: shellSafe(command.description()),
    subcommands: visible.map((each) => ({ name: each.name(), description: shellSafe(each.description()) })),
    options: help.visibleOptions(command).flatMap(optionWords),
    argument: argumentWords(command, visible),
  };
  const below = visible.filter((each) => each.name() !== 'help');
  return [words, ...below.flatMap((each) => wordsOf(each, `${path} `))];
}

function optionWords({ long, description, required, optional, argChoices }: Option): OptionWords[] {
  if (!long) return [];
  return [
    { name: long, description: shellSafe(description), takesValue: required || optional, choices: argChoices ?? [] },
  ];
}

function argumentWords({ registeredArguments }: Command, below: readonly Command[]): CommandWords['argument'] {
  if (below.length > 0) return [];
  const [first] = registeredArguments as Argument[];
  if (first === undefined) return [];
  if (first.argChoices !== undefined) return first.argChoices;
  return first.description.startsWith(DECK_ID) ? 'deck' : 'file';
}

/** One line without shell metacharacters. */
function shellSafe(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/['"`$\\:[\]]/g, '');
}
