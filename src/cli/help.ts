import type { Command } from 'commander';
import { examples } from './examples';
import { exitCodeHelp } from './terminal/exit';

/** Variables that every command looks at. */
const everywhere = [
  ['DECK_CONFIG', 'settings file, where --config names none'],
  [
    'TEMPORAL_ADDRESS',
    'an existing Temporal server, over temporal.address; further TEMPORAL_* as its own tools read them',
  ],
  ['NO_COLOR, FORCE_COLOR', 'no colours, or colours also where no terminal is'],
  ['DECK_DEBUG=1', 'print the stack of an error'],
] as const;

/** Variables that matter to single commands. */
const particular: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  dev: [['TEMPORAL_CLI', 'path of the Temporal CLI that the embedded server is started from']],
  run: [
    ['TEMPORAL_CLI', 'path of the Temporal CLI that the embedded server is started from'],
    ['VISUAL, EDITOR', 'program in which an outline is edited'],
  ],
  review: [
    ['VISUAL, EDITOR', 'program in which the text is edited'],
    ['USER', 'name under which a decision is recorded, where --reviewer names none'],
  ],
  worker: [
    ['TEMPORAL_DEPLOYMENT_NAME, TEMPORAL_WORKER_BUILD_ID', 'its version, over worker.versioning of the settings'],
  ],
  resolve: [['USER', 'name under which it is recorded, where --by names none']],
  mcp: [['USER', 'name under which the decisions of the person who is asked are recorded']],
};

/** Adds to the help of a command what commander does not know: examples, variables, exit codes. */
export function explain(command: Command, path: string): void {
  command.addHelpText('after', () => `${examplesText(path)}${variablesText(path)}\n${exitCodeHelp.trimEnd()}`);
}

function examplesText(path: string): string {
  const lines = (examples[path] ?? []).map(([line, what]) => `  $ ${line}\n      ${what}`);
  return lines.length === 0 ? '' : `\nExamples:\n${lines.join('\n')}\n`;
}

function variablesText(path: string): string {
  const rows = [...(particular[path] ?? []), ...everywhere];
  const width = Math.max(...rows.map(([name]) => name.length));
  return `\nEnvironment:\n${rows.map(([name, what]) => `  ${name.padEnd(width)}  ${what}`).join('\n')}`;
}
