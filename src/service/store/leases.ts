import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type RawBuilder, SqliteAdapter, sql } from 'kysely';
import { ServiceError } from '../../contract/service-error';
import type { Database } from './database';

/** A lease to generate the content of one task. */
export interface Lease {
  /** Aborted when this process stalled for so long that another one took over; later results must be discarded. */
  lost: AbortSignal;
  /** Releases it for the next holder. */
  release(): Promise<void>;
}

export interface LeaseTimes {
  /** A holder that has not renewed its lease for this long is considered dead. */
  lifetimeMs: number;
  renewEveryMs: number;
  askEveryMs: number;
}

/** A killed process delays the next one by at most the lifetime. A lease survives four failed renewals. */
const TIMES: LeaseTimes = { lifetimeMs: 10_000, renewEveryMs: 2_000, askEveryMs: 200 };

/**
 * Waits until no other process generates the content of the task, then holds the lease until it is released. Rejects
 * with the signal's reason on abort.
 */
export async function takeLease(
  db: Database,
  taskId: number,
  signal: AbortSignal,
  times: LeaseTimes = TIMES,
): Promise<Lease> {
  const owner = randomUUID();
  for (;;) {
    signal.throwIfAborted();
    if (await tryToTake(db, taskId, owner, times.lifetimeMs)) break;
    await delay(times.askEveryMs, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
  const lost = new AbortController();
  const timer = setInterval(() => void renew(), times.renewEveryMs);
  timer.unref();
  let heldUntil = performance.now() + times.lifetimeMs;
  const renew = async () => {
    const asked = performance.now();
    const held = await extend(db, taskId, owner, times.lifetimeMs).catch(() => undefined);
    if (held) heldUntil = asked + times.lifetimeMs;
    // If the database does not respond, the lease is lost only when another process may have taken it.
    else if (held === false || performance.now() > heldUntil) lost.abort(new ServiceError('internal', LOST));
  };
  return {
    lost: lost.signal,
    async release() {
      clearInterval(timer);
      await db.deleteFrom('generation_leases').where('task_id', '=', taskId).where('owner', '=', owner).execute();
    },
  };
}

const LOST = 'another process has taken over this generation; retry to get its result';

/** A single statement, so that only one of two concurrent processes succeeds. */
async function tryToTake(db: Database, taskId: number, owner: string, lifetimeMs: number): Promise<boolean> {
  const now = databaseClock(db);
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('generation_leases')
    .values({ task_id: taskId, owner, expires_at: sql<number>`${now} + ${sql.lit(lifetimeMs)}` })
    .onConflict((conflict) =>
      conflict
        .column('task_id')
        .doUpdateSet({ owner, expires_at: sql<number>`${now} + ${sql.lit(lifetimeMs)}` })
        .where(sql<boolean>`generation_leases.expires_at <= ${now}`),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

async function extend(db: Database, taskId: number, owner: string, lifetimeMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('generation_leases')
    .set({ expires_at: sql<number>`${databaseClock(db)} + ${sql.lit(lifetimeMs)}` })
    .where('task_id', '=', taskId)
    .where('owner', '=', owner)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Uses the database's clock: the service's clock can be moved, and clocks differ between hosts. */
function databaseClock(db: Database): RawBuilder<number> {
  return db.getExecutor().adapter instanceof SqliteAdapter
    ? sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
    : sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`;
}
