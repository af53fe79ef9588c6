import { basename, delimiter, dirname, relative } from 'node:path';
import { quoted } from '../../base/text/quoted';

interface Caller {
  /** Path of the script, as in `process.argv[1]`. */
  script: string;
  env: NodeJS.ProcessEnv;
  cwd: string;
}

/** How this program was called, so that printed commands can be pasted: `deck`, `npx --no-install deck` or `node bin/deck.js`. */
export function programName({ script, env, cwd }: Caller): string {
  const file = basename(script);
  // The compiled entry, without bin/deck.js: tests and embedding programs.
  if (file !== 'deck' && file !== 'deck.js') return 'deck';
  // npx and npm scripts put the package's commands on a PATH that ends with them.
  if (env.npm_command !== undefined) return 'npx --no-install deck';
  const near = relative(cwd, script);
  const path = near.length < script.length ? near : script;
  if (file === 'deck.js') return `node ${quotedPath(path)}`;
  if (env.PATH?.split(delimiter).includes(dirname(script))) return 'deck';
  return quotedPath(path.includes('/') ? path : `./${path}`);
}

function quotedPath(path: string): string {
  return /^[\w./@:~-]+$/.test(path) ? path : quoted(path);
}

/** How `deck run` was called: `npm start` is short for it. */
export function runName(): string {
  return process.env.npm_lifecycle_event === 'start' ? 'npm start --' : `${ownName()} run`;
}

let name: string | undefined;
let commands: RegExp | undefined;

/** The name of this process. */
export function ownName(): string {
  name ??= programName({ script: process.argv[1] ?? '', env: process.env, cwd: process.cwd() });
  return name;
}

/** Defines which words after `deck` are a command. */
export function defineCommands(names: readonly string[]): void {
  const before = String.raw`(?<=^\s{0,20}|[:;,($"“${'`'}]\s{0,2}|\b(?:run|with|see|or|and|for|from|when|as) )`;
  commands = new RegExp(`${before}deck (?=(?:help|${names.join('|')})\\b|\\[options\\])`, 'gim');
}

/** Replaces `deck` in the commands that a text suggests by the name of this program. */
export function withOwnName(text: string): string {
  return withProgramName(text, ownName());
}

export function withProgramName(text: string, program: string): string {
  return commands === undefined || program === 'deck' ? text : text.replace(commands, () => `${program} `);
}
