import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { Child } from './child';

const run = promisify(execFile);

/** Folder with `initdb` and `postgres`: on the PATH, or where Debian keeps them. */
export function postgresPrograms(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(env.PATH ?? '').split(delimiter).filter((folder) => folder !== ''),
  ];
  return folders.find((folder) => ['initdb', 'postgres'].every((program) => existsSync(join(folder, program))));
}

/** The unprivileged user of every Linux: PostgreSQL refuses to run as root. */
const UNPRIVILEGED = 65534;
const SUPERUSER = 'deck';

export interface PostgresOptions {
  /** Folder of `initdb` and `postgres`. */
  programs: string;
  /** An existing folder that the server may have for itself. */
  directory: string;
  port: number;
  /** False: a crash of the machine may lose data, a crash of the server does not. Default true, as PostgreSQL has it. */
  fsync?: boolean;
  maxConnections?: number;
}

/** A PostgreSQL server on loopback, which accepts every local connection of its user. */
export class PostgresServer {
  readonly user = SUPERUSER;
  private child: Child | undefined;

  private constructor(private readonly options: PostgresOptions) {}

  static async start(options: PostgresOptions): Promise<PostgresServer> {
    const { programs, directory } = options;
    await mkdir(directory, { recursive: true });
    if (isRoot()) await chown(directory, UNPRIVILEGED, UNPRIVILEGED);
    await chmod(directory, 0o700);
    const postgres = new PostgresServer(options);
    const identity = [`--username=${SUPERUSER}`, '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync'];
    await run(join(programs, 'initdb'), [`--pgdata=${postgres.data}`, ...identity], postgres.spawnOptions);
    try {
      await postgres.begin();
    } catch (error) {
      await postgres.stop();
      throw error;
    }
    return postgres;
  }

  get port(): number {
    return this.options.port;
  }

  /** Creates an empty database. @returns its URL */
  async database(name: string): Promise<string> {
    await this.ask('postgres', `create database ${name}`);
    return this.url(name);
  }

  url(database: string): string {
    return `postgres://${SUPERUSER}@127.0.0.1:${this.options.port}/${database}`;
  }

  async ask<Row extends object = Record<string, unknown>>(database: string, text: string): Promise<Row[]> {
    const client = new Client({ connectionString: this.url(database) });
    // A server that stops while a client is idle would end this process.
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Row & Record<string, unknown>>(text)).rows;
    } finally {
      await client.end();
    }
  }

  /** The immediate shutdown: every process of the server ends at once, and the next start recovers from the log. */
  async restartImmediately(): Promise<void> {
    await this.child!.stop('SIGQUIT');
    await this.begin();
  }

  /** The fast shutdown: disconnects everybody. */
  async stop(): Promise<void> {
    await this.child?.stop('SIGINT');
  }

  private get data(): string {
    return join(this.options.directory, 'data');
  }

  private get spawnOptions() {
    const { programs, directory } = this.options;
    const as = isRoot() ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {};
    return { ...as, cwd: directory, env: { PATH: programs, HOME: directory, LC_ALL: 'C.UTF-8' } };
  }

  private async begin(): Promise<void> {
    const { programs, directory, port, fsync = true, maxConnections = 100 } = this.options;
    const settings = [`fsync=${fsync ? 'on' : 'off'}`, `max_connections=${maxConnections}`];
    const args = ['-D', this.data, '-h', '127.0.0.1', '-p', String(port), '-k', directory];
    const child = await Child.start({
      program: join(programs, 'postgres'),
      args: [...args, ...settings.flatMap((setting) => ['-c', setting])],
      log: join(directory, 'postgres.log'),
      ...this.spawnOptions,
    });
    this.child = child;
    await child.until('PostgreSQL accepts connections', () => this.ask('postgres', 'select 1'));
  }
}

const isRoot = (): boolean => process.getuid?.() === 0;
