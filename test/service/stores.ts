import { join } from 'node:path';
import type { StoreAddress } from '../../src/service/store/database';
import { PostgresCluster, postgresPrograms } from './postgres';
import { temporaryDirectory } from './temporary-directory';

/** A kind of store that a suite runs over. */
export interface TestStore {
  kind: StoreAddress['kind'];
  /** An empty store. */
  address(): Promise<StoreAddress>;
}

const programs = postgresPrograms();
let cluster: Promise<PostgresCluster> | undefined;

/** SQLite, and PostgreSQL where its programs are; a cluster is started by the first test that needs it. */
const stores: TestStore[] = [
  { kind: 'sqlite', address: async () => ({ kind: 'sqlite', file: join(await temporaryDirectory(), 'service.db') }) },
  {
    kind: 'postgres',
    address: async () => {
      cluster ??= PostgresCluster.start(programs!);
      return { kind: 'postgres', url: await (await cluster).database() };
    },
  },
];

/** The same suite over every kind of store; one that this machine lacks is named as skipped. */
export function describeStores(what: string, suite: (store: TestStore) => void): void {
  for (const store of stores) {
    if (store.kind === 'postgres' && programs === undefined) {
      describe(`${what} (postgres)`, () => {
        it.skip('not run: the programs initdb and postgres are neither on the PATH nor in /usr/lib/postgresql', () => {});
      });
      console.warn(`${what}: not run over PostgreSQL, whose programs initdb and postgres are not on this machine`);
    } else describe(`${what} (${store.kind})`, () => suite(store));
  }
  afterAll(async () => {
    await (await cluster)?.stop();
    cluster = undefined;
  });
}
