import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PostgresServer } from '../../bench/cluster/postgres';
import { freePorts } from '../../src/temporal';

export { postgresPrograms } from '../../bench/cluster/postgres';

/** A PostgreSQL server in a temporary folder, for the tests of one file. */
export class PostgresCluster {
  private constructor(
    private readonly directory: string,
    private readonly server: PostgresServer,
  ) {}

  static async start(programs: string): Promise<PostgresCluster> {
    const directory = await mkdtemp(join(tmpdir(), 'deck-postgres-'));
    const [port] = await freePorts('127.0.0.1', 1);
    return new PostgresCluster(
      directory,
      await PostgresServer.start({ programs, directory, port: port!, fsync: false }),
    );
  }

  /** A new, empty database. */
  database(): Promise<string> {
    return this.server.database(`deck_${randomUUID().replaceAll('-', '')}`);
  }

  async stop(): Promise<void> {
    await this.server.stop();
    await rm(this.directory, { recursive: true, force: true });
  }
}
