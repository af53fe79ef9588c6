import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { loadSettings, type Settings } from '../src/config';
import { packageRoot } from '../src/io/package-root';
import {
  connectTemporal,
  type DevServer,
  findTemporalExecutable,
  freePorts,
  presentationSearchAttributes,
  startDevServer,
  type TemporalConnection,
} from '../src/temporal';

const DECK = join(packageRoot, 'dist', 'src', 'cli', 'main.js');

/** Temporal with a database on disk, and `deck` commands as processes of their own, in a folder that goes with them. */
export interface ProcessStack {
  directory: string;
  temporal: TemporalConnection;
  /** kill -9 of the Temporal server, which is then started again on its port and database. */
  restartServer(): Promise<void>;
  /** What `temporal.yaml` says, with these sections in it; the sections that make it this stack's are added. */
  configure(name: string, sections?: Record<string, unknown>): Configuration;
  /** Runs `deck <part>` until it says that it is ready. */
  start(part: 'worker' | 'service', configuration: Configuration, node?: readonly string[]): Promise<ChildProcess>;
  /** The same for any program of Node, until it prints the words. */
  run(args: readonly string[], words: string): Promise<ChildProcess>;
  /** Ends everything and removes the folder. */
  close(): Promise<void>;
}

export interface Configuration {
  file: string;
  settings: Settings;
}

export async function startProcessStack(): Promise<ProcessStack> {
  const directory = mkdtempSync(join(tmpdir(), 'deck-bench-'));
  const { path: executable } = await findTemporalExecutable();
  const [port, servicePort] = await freePorts('127.0.0.1', 2);
  const startServer = (): Promise<DevServer> =>
    startDevServer({
      executable,
      headless: true,
      port: port!,
      dbFile: join(directory, 'temporal.db'),
      namespaces: ['default', 'service'],
      searchAttributes: presentationSearchAttributes,
    });
  let server = await startServer();
  const running = new Set<ChildProcess>();
  const stack: ProcessStack = {
    directory,
    temporal: undefined as unknown as TemporalConnection,
    async restartServer() {
      process.kill(server.pid, 'SIGKILL');
      await server.ended;
      server = await startServer();
    },
    configure(name, { temporal = {}, ...sections } = {}) {
      const file = join(directory, `${name}.yaml`);
      const written = {
        ...sections,
        temporal: { mode: 'existing', address: `127.0.0.1:${port}`, ...(temporal as object) },
        data: { directory: 'data' },
        output: { directory: 'out' },
        server: { port: servicePort },
        service: { baseUrl: `http://127.0.0.1:${servicePort}` },
        log: { level: 'error' },
      };
      writeFileSync(file, stringify(written));
      return { file, settings: loadSettings({ file, env: {} }) };
    },
    start: (part, { file }, node = []) => stack.run([...node, DECK, part, '--config', file], `${part} ready`),
    async run(args, words) {
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
      running.add(child);
      child.once('exit', () => running.delete(child));
      await printed(child, words);
      return child;
    },
    async close() {
      await Promise.all([...running].map(killed));
      await stack.temporal.close();
      await server.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  stack.temporal = await connectTemporal(stack.configure('client').settings);
  return stack;
}

/** Resolves when the process prints the words. @throws what it printed when it ends before */
function printed(child: ChildProcess, words: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk.toString('utf8');
      if (output.includes(words)) resolve();
    };
    child.stdout!.on('data', read);
    child.stderr!.on('data', read);
    child.once('exit', (code) => reject(new Error(`ended with ${code} before it was ready:\n${output}`)));
  });
}

/** kill -9; resolves when the process is gone. */
export async function killed(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
