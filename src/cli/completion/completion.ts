import type { Argument, Command, Option } from 'commander';
import { bashScript } from './bash';
import { fishScript } from './fish';
import { zshScript } from './zsh';

export type Shell = 'bash' | 'zsh' | 'fish';

/** What a shell has to know of one command. */
export interface CommandWords {
  /** Names from the program on, such as `deck batch start`. */
  path: string;
  description: string;
  subcommands: { name: string; description: string }[];
  options: OptionWords[];
  /** What its arguments are: ids of decks, certain words, or anything else, for which files are proposed. */
  argument: 'deck' | 'file' | readonly string[];
}

export interface OptionWords {
  /** Such as `--stage`. */
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

/** The completion script of a shell, made from the commands as they are. */
export function completionScript(shell: Shell, program: Command): string {
  return scripts[shell](wordsOf(program));
}

function wordsOf(command: Command, above = ''): CommandWords[] {
  const path = `${above}${command.name()}`;
  const help = command.createHelp();
  const visible = help.visibleCommands(command);
  const words: CommandWords = {
    path,
    description: plain(command.description()),
    subcommands: visible.map((each) => ({ name: each.name(), description: plain(each.description()) })),
    options: help.visibleOptions(command).flatMap(optionWords),
    argument: argumentWords(command, visible),
  };
  const below = visible.filter((each) => each.name() !== 'help');
  return [words, ...below.flatMap((each) => wordsOf(each, `${path} `))];
}

function optionWords({ long, description, required, optional, argChoices }: Option): OptionWords[] {
  if (!long) return [];
  return [{ name: long, description: plain(description), takesValue: required || optional, choices: argChoices ?? [] }];
}

function argumentWords({ registeredArguments }: Command, below: readonly Command[]): CommandWords['argument'] {
  if (below.length > 0) return [];
  const [first] = registeredArguments as Argument[];
  if (first === undefined) return [];
  if (first.argChoices !== undefined) return first.argChoices;
  return first.description.startsWith('presentation/<uid>/<request>') ? 'deck' : 'file';
}

/** On one line, without what a shell would read as its own. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/['"`$\\:[\]]/g, '');
}
