import { Context } from '@temporalio/activity';
import type { ServiceId } from '../src/core/service-id';
import type { LedgerEntry } from '../src/decks/documents/ledger';
import type { ActivityDependencies } from './perform';

/** Sentences about what earlier runs of the deck made; absent if there is nothing. */
export interface Earlier {
  earlier?: string[];
}

/** Longer than a healthy store takes, and short within the timeout of a call. */
const PATIENCE_MS = 3_000;

/** The ledger of the deck that the running activity belongs to. */
export function deckLedger({ documents: { ledger } }: Pick<ActivityDependencies, 'documents'>) {
  const { info, log } = Context.current();
  const { workflowId: deck, runId: run } = info.workflowExecution!;

  async function patiently<T>(what: Promise<T>, otherwise: T): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('the document store does not answer')), PATIENCE_MS);
    });
    try {
      return await Promise.race([what, late]);
    } catch (error) {
      log.warn('the ledger of the deck cannot be used; a repetition by a later run will not be noticed', { error });
      return otherwise;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    run,
    entries: () => patiently(ledger.read(deck), []),
    add: (entry: Pick<LedgerEntry, 'kind' | 'what' | 'sha256'>) =>
      patiently(ledger.add(deck, { ...entry, run, at: new Date().toISOString() }), undefined),
  };
}

/** Makes what is paid for, notes it, and says what earlier runs of the deck made of the same kind. */
export async function noted<T extends { id: ServiceId }>(
  deps: Pick<ActivityDependencies, 'documents'>,
  kind: 'task' | 'design',
  create: () => Promise<T>,
): Promise<T & Earlier> {
  const ledger = deckLedger(deps);
  const others = (await ledger.entries()).filter((entry) => entry.kind === kind && entry.run !== ledger.run);
  const made = await create();
  await ledger.add({ kind, what: String(made.id) });
  const earlier = others.map(
    ({ what, at }) => `an earlier run of this deck made ${kind} ${what} on ${at.slice(0, 10)}`,
  );
  return earlier.length === 0 ? made : { ...made, earlier };
}
