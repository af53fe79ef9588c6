import type { Command } from 'commander';
import { examples } from './examples';
import { exitCodeHelp } from './terminal/exit';

type Variable = readonly [name: string, description: string];

/** Environment variables that every command reads. */
const common: readonly Variable[] = [
  ['DECK_CONFIG', 'settings file, if --config is not given'],
  [
    'TEMPORAL_ADDRESS',
    'existing Temporal server; overrides temporal.address. Other TEMPORAL_* variables work as in the Temporal CLI',
  ],
  ['NO_COLOR, FORCE_COLOR', 'disable colors, or force them without a terminal'],
  ['DECK_DEBUG=1', 'print the stack trace of an error'],
];

const temporalCli: Variable = ['TEMPORAL_CLI', 'path of the Temporal CLI that runs the embedded Temporal server'];

/** Environment variables that single commands read. */
const specific: Readonly<Record<string, readonly Variable[]>> = {
  dev: [temporalCli],
  run: [temporalCli, ['VISUAL, EDITOR', 'editor for the outline']],
  review: [
    ['VISUAL, EDITOR', 'editor for the text under review'],
    ['USER', 'default of --reviewer'],
  ],
  worker: [['TEMPORAL_DEPLOYMENT_NAME, TEMPORAL_WORKER_BUILD_ID', 'worker version; overrides worker.versioning']],
  resolve: [['USER', 'default of --reviewer']],
  mcp: [['USER', 'name recorded with the decisions that a person confirms']],
};

/** Adds examples, environment variables and exit codes to the help of a command. */
export function extendHelp(command: Command, path: string): void {
  command.addHelpText('after', () => `${examplesText(path)}${variablesText(path)}\n${exitCodeHelp.trimEnd()}`);
}

function examplesText(path: string): string {
  const lines = (examples[path] ?? []).map(([line, description]) => `  $ ${line}\n      ${description}`);
  return lines.length === 0 ? '' : `\nExamples:\n${lines.join('\n')}\n`;
}

function variablesText(path: string): string {
  const rows = [...(specific[path] ?? []), ...common];
  const width = Math.max(...rows.map(([name]) => name.length));
  return `\nEnvironment:\n${rows.map(([name, description]) => `  ${name.padEnd(width)}  ${description}`).join('\n')}`;
}
