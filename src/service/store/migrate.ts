import { type Kysely, Migrator } from 'kysely';
import { migrationsFor, type StoreKind } from './migrations/registry';

/**
 * Migrates the database to the latest version, completely or not at all. The caller holds a lock, which on SQLite is
 * already a transaction.
 * @returns whether any migration ran
 */
export async function migrate<Tables>(db: Kysely<Tables>, kind: StoreKind): Promise<boolean> {
  const provider = { getMigrations: async () => migrationsFor(kind) };
  const migrator = new Migrator({ db, disableTransactions: kind === 'sqlite', provider });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return (results ?? []).length > 0;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'the preparation';
  const reason = error instanceof Error ? error.message : String(error);
  throw new Error(`The service's database cannot be migrated: ${failed} failed (${reason}).`, {
    cause: error,
  });
}
