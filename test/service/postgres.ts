import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';

const run = promisify(execFile);

/** Folder with `initdb` and `postgres`: on the PATH, or where Debian keeps them. */
export function postgresPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== ''),
  ];
  return folders.find((folder) => ['initdb', 'postgres'].every((program) => existsSync(join(folder, program))));
}

/** The unprivileged user of every Linux: PostgreSQL refuses to run as root. */
const UNPRIVILEGED = 65534;

/** A PostgreSQL cluster in a temporary folder, on loopback and a free port, for the tests of one file. */
export class PostgresCluster {
  private constructor(
    private readonly directory: string,
    private readonly server: ChildProcess,
    private readonly port: number,
  ) {}

  static async start(programs: string): Promise<PostgresCluster> {
    const directory = await mkdtemp(join(tmpdir(), 'deck-postgres-'));
    const isRoot = process.getuid?.() === 0;
    const as = isRoot ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {};
    if (isRoot) await chown(directory, UNPRIVILEGED, UNPRIVILEGED);
    await chmod(directory, 0o700);
    const data = join(directory, 'data');
    const options = { ...as, cwd: directory, env: { PATH: programs, HOME: directory, LC_ALL: 'C.UTF-8' } };
    const identity = ['--username=deck', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync'];
    await run(join(programs, 'initdb'), [`--pgdata=${data}`, ...identity], options);
    const port = await freePort();
    const server = spawn(
      join(programs, 'postgres'),
      ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', directory, '-c', 'fsync=off'],
      { ...options, stdio: 'ignore' },
    );
    const cluster = new PostgresCluster(directory, server, port);
    await cluster.accepting();
    return cluster;
  }

  /** A new, empty database. */
  async database(): Promise<string> {
    const name = `deck_${randomUUID().replaceAll('-', '')}`;
    await this.ask('postgres', `create database ${name}`);
    return this.url(name);
  }

  /** Ended by its own process id; SIGINT means: disconnect everybody and stop. */
  async stop(): Promise<void> {
    const ended = once(this.server, 'exit');
    if (this.server.exitCode === null && this.server.kill('SIGINT')) await ended;
    await rm(this.directory, { recursive: true, force: true });
  }

  private url(database: string): string {
    return `postgres://deck@127.0.0.1:${this.port}/${database}`;
  }

  private async accepting(): Promise<void> {
    for (const end = Date.now() + 60_000; ; ) {
      try {
        await this.ask('postgres', 'select 1');
        return;
      } catch (error) {
        if (this.server.exitCode !== null || Date.now() > end) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }

  private async ask(database: string, text: string): Promise<void> {
    const client = new Client({ connectionString: this.url(database) });
    await client.connect();
    try {
      await client.query(text);
    } finally {
      await client.end();
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
