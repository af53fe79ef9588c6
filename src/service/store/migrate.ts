import { type Kysely, Migrator } from 'kysely';
import { migrationsFor, type StoreKind } from './migrations/registry';

/**
 * Brings the database to the newest migration, all of it or nothing. The caller holds a lock; on SQLite that is a
 * transaction already.
 * @returns whether there was anything to do
 */
export async function migrate<Tables>(db: Kysely<Tables>, kind: StoreKind): Promise<boolean> {
  const provider = { getMigrations: async () => migrationsFor(kind) };
  const migrator = new Migrator({ db, disableTransactions: kind === 'sqlite', provider });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return (results ?? []).length > 0;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'the preparation';
  const reason = error instanceof Error ? error.message : String(error);
  throw new Error(`The service's database cannot be brought up to date: ${failed} failed (${reason}).`, {
    cause: error,
  });
}
