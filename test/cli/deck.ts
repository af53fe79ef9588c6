import { type ChildProcess, fork, spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { otherProcesses } from '../setup/processes';

const ROOT = resolve(__dirname, '../..');
const MAIN = join(ROOT, 'dist/src/cli/main.js');

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface DeckOptions {
  /** Working directory, where temporal.yaml is looked for. */
  cwd: string;
  env?: NodeJS.ProcessEnv;
  input?: string;
  /** Another compiled command than the one of this repository. */
  main?: string;
}

/** A `deck` process that is still running. */
export interface RunningDeck {
  child: ChildProcess;
  finished: Promise<Finished>;
  /** Resolves when the text has come on stdout or stderr. */
  says(text: string | RegExp): Promise<void>;
}

/** Starts the compiled command as a person would, without a terminal. */
export function launch(args: readonly string[], { cwd, env = {}, input, main = MAIN }: DeckOptions): RunningDeck {
  const child = spawn(process.execPath, [main, ...args], {
    cwd,
    env: { ...cleanEnvironment(), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  const listeners = new Set<() => void>();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]!.setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
      for (const listener of listeners) listener();
    });
  }
  child.stdin!.on('error', () => {});
  child.stdin!.end(input ?? '');
  const finished = new Promise<Finished>((done) => {
    child.once('close', (code) => done({ code, ...output }));
  });
  const says = (text: string | RegExp) =>
    new Promise<void>((done, reject) => {
      const look = () => {
        const all = output.stdout + output.stderr;
        if (typeof text === 'string' ? !all.includes(text) : !text.test(all)) return;
        listeners.delete(look);
        done();
      };
      listeners.add(look);
      void finished.then(() => reject(new Error(`ended without saying ${text}:\n${output.stdout}${output.stderr}`)));
      look();
    });
  return { child, finished, says };
}

/**
 * Runs a command line to its end. Loading the command's modules takes a second of processor time, ten times as long as most
 * commands, so those that only ask or tell a server share one process that has them (host.js). Whatever starts something, reads
 * stdin or comes while another one runs gets a process of its own, as does everything that is launched.
 */
export function deck(args: readonly string[], options: DeckOptions): Promise<Finished> {
  return isHosted(args, options) && !host?.busy ? hosted(args, options) : launch(args, options).finished;
}

/** Commands that start servers, workers or the native runtime. */
const starting = new Set(['run', 'dev', 'worker', 'mcp', 'codec-server', 'review-server', 'replay']);
/** The service itself, without a verb behind it. */
const isService = (args: readonly string[]) => args[0] === 'service' && (args[1] ?? '--').startsWith('-');

function isHosted(args: readonly string[], { input, main }: DeckOptions): boolean {
  return input === undefined && main === undefined && !starting.has(args[0] ?? '') && !isService(args);
}

/** Of one test file. */
let host: { child: ChildProcess; busy: boolean } | undefined;
afterAll(() => {
  host?.child.kill('SIGKILL');
});

async function hosted(args: readonly string[], { cwd, env = {} }: DeckOptions): Promise<Finished> {
  host ??= { child: fork(join(__dirname, 'host.js'), [ROOT], { stdio: 'ignore' }), busy: false };
  const used = host;
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

/** A folder with a temporal.yaml whose data and files stay in it and whose ports are free ones. */
export function folderWith(settings: object = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'deck-cli-'));
  writeFileSync(join(folder, 'temporal.yaml'), JSON.stringify({ ...ownPorts, ...settings }));
  return folder;
}

/** Decks of an instant service are asked for at once, and not a second later. */
export const QUICK_POLLING = { firstDelay: '100ms', steps: ['200ms'], cap: '500ms', floor: '50ms' };

export const ownPorts = {
  temporal: { address: '127.0.0.1:0', uiPort: 0 },
  server: { port: 0 },
  reviewServer: { port: 0 },
  workflow: { polling: QUICK_POLLING },
};

/** Command lines of running processes that name a folder: what a stack in it has left behind. */
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

/** Without variables of the machine that point `deck` elsewhere. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(TEMPORAL_(?!CLI$)|DECK_(?!CACHE$)|EDITOR$|VISUAL$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}
