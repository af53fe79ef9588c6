import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ProcessOutput } from '../setup/process-output';
import { otherProcesses } from '../setup/processes';
import * as inVm from '../setup/warm';

const ROOT = resolve(__dirname, '../..');
const MAIN = join(ROOT, 'dist/src/cli/main.js');

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface DeckOptions {
  /** Working directory, with temporal.yaml. */
  cwd: string;
  env?: NodeJS.ProcessEnv;
  input?: string;
  /** Compiled command (default: the one of this repository). */
  main?: string;
}

/** A `deck` process that is still running. */
export interface RunningDeck {
  child: ChildProcess;
  finished: Promise<Finished>;
  /** Resolves when the text has appeared on stdout or stderr. */
  says(text: string | RegExp): Promise<void>;
}

/** Starts the compiled command without a terminal. */
export function launch(args: readonly string[], { cwd, env = {}, input, main = MAIN }: DeckOptions): RunningDeck {
  const child = spawn(process.execPath, [main, ...args], {
    cwd,
    env: { ...cleanEnvironment(), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const output = new ProcessOutput(child);
  child.stdin!.on('error', () => {});
  child.stdin!.end(input ?? '');
  const finished = new Promise<Finished>((done) => {
    child.once('close', (code) => done({ code, stdout: output.stdout, stderr: output.stderr }));
  });
  return { child, finished, says: (text) => output.says(text) };
}

/**
 * Runs a command line until it exits. Loading its modules takes a second of processor time, ten times as long as most
 * commands, so commands that only call a server share one warm process (host.js). Commands that start something, read
 * stdin or run concurrently with another one get a separate process, like everything that is launched.
 */
export function deck(args: readonly string[], options: DeckOptions): Promise<Finished> {
  return isHosted(args, options) && !commandHost().busy ? hosted(args, options) : launch(args, options).finished;
}

/** Commands that start servers, workers or the native runtime. */
const starting = new Set(['run', 'dev', 'worker', 'mcp', 'codec-server', 'review-server', 'replay']);
/** `deck service` without a subcommand. */
const isService = (args: readonly string[]) => args[0] === 'service' && (args[1] ?? '--').startsWith('-');

function isHosted(args: readonly string[], { input, main }: DeckOptions): boolean {
  return input === undefined && main === undefined && !starting.has(args[0] ?? '') && !isService(args);
}

/** Of the Jest process, or of a test file that is on its own. */
const { commandHost, closeCommandHost } = (globalThis as { warm?: typeof inVm }).warm ?? inVm;
afterAll(() => {
  if (commandHost === inVm.commandHost) closeCommandHost();
});

async function hosted(args: readonly string[], { cwd, env = {} }: DeckOptions): Promise<Finished> {
  const used = commandHost();
  used.busy = true;
  try {
    return await new Promise<Finished>((done, reject) => {
      used.child.once('message', done);
      used.child.once('exit', (code) => reject(new Error(`the process of the commands ended with ${code}`)));
      used.child.send({ args, cwd, env: { ...cleanEnvironment(), ...env } });
    });
  } finally {
    used.child.removeAllListeners();
    used.busy = false;
  }
}

/** Runs `deck dev` in a directory next to the tests of a file, or of a `describe`; afterwards, nothing of it is left. */
export function devIn(cwd: string): Pick<RunningDeck, 'child' | 'says'> {
  let dev: RunningDeck;
  beforeAll(async () => {
    dev = launch(['dev'], { cwd });
    await dev.says('Ready.');
  });
  afterAll(async () => {
    dev.child.kill('SIGINT');
    expect((await dev.finished).code).toBe(0);
    expect(processesOf(cwd)).toEqual([]);
  });
  return {
    get child() {
      return dev.child;
    },
    says: (text) => dev.says(text),
  };
}

/** A directory with a temporal.yaml that keeps data and files in it and uses free ports. */
export function folderWith(settings: object = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'deck-cli-'));
  writeFileSync(join(folder, 'temporal.yaml'), JSON.stringify({ ...ownPorts, ...settings }));
  return folder;
}

/** Polls the jobs of an instant service without the default delay. */
export const QUICK_POLLING = { firstDelay: '100ms', steps: ['200ms'], cap: '500ms', floor: '50ms' };

export const ownPorts = {
  temporal: { address: '127.0.0.1:0', uiPort: 0 },
  server: { port: 0, warmUp: false },
  reviewServer: { port: 0 },
  workflow: { polling: QUICK_POLLING },
};

/** Command lines of running processes that contain a directory: leftovers of its stack. */
export function processesOf(folder: string): string[] {
  return otherProcesses()
    .map(({ read }) => read('cmdline').join(' '))
    .filter((line) => line.includes(folder));
}

export async function occupiedPort(): Promise<{ port: number; server: Server }> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { port: (server.address() as { port: number }).port, server };
}

export function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? '';
}

/** The environment without variables that point `deck` to other servers or settings. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(TEMPORAL_(?!CLI$)|DECK_(?!(?:CACHE|INTERNAL_SETTINGS)$)|EDITOR$|VISUAL$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}
