import { once } from 'node:events';
import { Context } from '@temporalio/activity';
import { userKeyOf } from '../src/core/deck-id';
import type { ServiceId } from '../src/core/service-id';
import type { LedgerEntry } from '../src/decks/documents/ledger';
import type { Policies } from '../src/decks/input/review-floor';
import { untilKept } from './kept-text';
import type { ActivityDependencies, User } from './perform';

/** Sentences about what earlier runs of the deck made; absent if there is nothing. */
export interface Earlier {
  earlier?: string[];
}

/** Milliseconds: longer than a healthy store takes, and short within the timeout of a call. */
const PATIENCE = { read: 3_000, write: 10_000 };

/** The ledger of the deck that the running activity belongs to, or of a design. */
export function deckLedger(
  { documents: { ledger } }: Pick<ActivityDependencies, 'documents'>,
  deck = Context.current().info.workflowExecution!.workflowId,
) {
  const { info, log } = Context.current();
  const { runId: run } = info.workflowExecution!;

  async function patiently<T>(ms: number, work: (signal: AbortSignal) => Promise<T>, otherwise: T): Promise<T> {
    const signal = AbortSignal.timeout(ms);
    const late = once(signal, 'abort').then(() => Promise.reject(new Error('the document store does not answer')));
    try {
      return await Promise.race([work(signal), late]);
    } catch (error) {
      log.warn('the ledger of the deck cannot be used; a repetition by a later run will not be noticed', { error });
      return otherwise;
    }
  }

  return {
    run,
    entries: () => patiently(PATIENCE.read, () => ledger.read(deck), []),
    add: (entry: Pick<LedgerEntry, 'kind' | 'what' | 'sha256' | 'met'>) => {
      const write = () => ledger.add(deck, { ...entry, run, at: new Date().toISOString() });
      return patiently(PATIENCE.write, (signal) => untilKept(write, signal), undefined);
    },
  };
}

/** Notes a design whose response was lost, and which the deck continues with. */
export async function adopted(deps: Pick<ActivityDependencies, 'documents'>, id: ServiceId): Promise<ServiceId> {
  const ledger = deckLedger(deps);
  const known = (await ledger.entries()).some(({ kind, what }) => kind === 'design' && what === String(id));
  if (!known) await ledger.add({ kind: 'design', what: String(id) });
  return id;
}

/** Makes what is paid for, notes it, and says what earlier runs made; with a task also their designs. */
export async function noted<T extends { id: ServiceId }>(
  deps: Pick<ActivityDependencies, 'documents'>,
  kind: 'task' | 'design',
  create: () => Promise<T>,
): Promise<T & Earlier> {
  const ledger = deckLedger(deps);
  const told = (entry: LedgerEntry) => entry.kind === kind || (kind === 'task' && entry.kind === 'design');
  const others = (await ledger.entries()).filter((entry) => told(entry) && entry.run !== ledger.run);
  const made = await create();
  await ledger.add({ kind, what: String(made.id) });
  const earlier = others.map(
    (entry) => `an earlier run of this deck made ${entry.kind} ${entry.what} on ${entry.at.slice(0, 10)}`,
  );
  return earlier.length === 0 ? made : { ...made, earlier };
}

/** A design, and the review policy whose gates its text has passed. */
interface ReviewedDesign {
  user: User;
  id: ServiceId;
  met: Policies | undefined;
}

const nameOf = ({ user, id }: Omit<ReviewedDesign, 'met'>) => `design ${userKeyOf(user)} ${id}`;

/** Records it, so that a later deck may start from the design. */
export async function reviewed(deps: Pick<ActivityDependencies, 'documents'>, design: ReviewedDesign): Promise<void> {
  const { id, met } = design;
  if (met !== undefined) await deckLedger(deps, nameOf(design)).add({ kind: 'design', what: String(id), met });
}

export async function policiesMetBy(
  deps: Pick<ActivityDependencies, 'documents'>,
  design: Omit<ReviewedDesign, 'met'>,
): Promise<Policies[]> {
  const entries = await deckLedger(deps, nameOf(design)).entries();
  return entries.flatMap(({ met }) => (met === undefined ? [] : [met as Policies]));
}
