import { accountOf, FairQueue } from '../../base/threads/fair-queue';
import type { Settings } from '../../config';
import { ServiceError } from '../../contract/service-error';
import type { Database } from '../store/database';
import { addSpend, spentOn } from '../store/model-spend';
import type { Meter, MeteredCall, OpenCall } from '../writer/metered';
import type { Limit } from './gate';

type Budget = Settings['server']['generation']['budget'];

/** Clients wait for 30 s for the first words of a stream; a refusal that they can retry is better than none. */
const PATIENCE_MS = 20_000;
/** A reader that does not read, or a model that does not end, gives its place back. */
export const LONGEST_CALL_MS = 10 * 60_000;

interface ModelGateOptions {
  db: Database;
  budget: Budget;
  now: () => number;
  refused(limit: Limit): void;
  patienceMs?: number;
}

/** Admits calls of the language model: few at a time, fair between accounts and users, within budgets of one day (UTC). */
export class ModelGate implements Meter {
  private readonly places: FairQueue;

  constructor(private readonly options: ModelGateOptions) {
    const { callsAtOnce, callsAtOncePerUser } = options.budget;
    this.places = new FairQueue({
      atOnce: callsAtOnce,
      ofOneOwner: callsAtOncePerUser,
      waitingOfOneOwner: 100,
      waitingOfOneAccount: 1_000,
    });
  }

  async begin({ owner, patient, signal }: MeteredCall): Promise<OpenCall> {
    const { db, refused, now } = this.options;
    const leave = await this.place(owner, patient, signal);
    const day = new Date(now()).toISOString().slice(0, 10);
    const user = { id: Number(owner.slice(owner.lastIndexOf('/') + 1)), apiKey: accountOf(owner) };
    try {
      await this.requireBudget(user, day);
      await addSpend(db, user.id, day, { calls: 1, tokens: 0 });
    } catch (error) {
      leave();
      if (error instanceof ServiceError) refused('model');
      throw error;
    }
    const timer = setTimeout(leave, LONGEST_CALL_MS).unref();
    let tokens = 0;
    return {
      used: (count) => {
        tokens = count;
      },
      end: () => {
        clearTimeout(timer);
        leave();
        // The answer is there; a count that cannot be stored must not lose it.
        if (tokens > 0) void addSpend(db, user.id, day, { calls: 0, tokens }).catch(() => undefined);
      },
    };
  }

  private async requireBudget(user: { id: number; apiKey: string }, day: string): Promise<void> {
    const { callsPerUser, callsPerAccount, tokensPerUser, tokensPerAccount } = this.options.budget;
    const spent = await spentOn(this.options.db, user, day);
    const full = [
      spent.user.calls >= callsPerUser && (['callsPerUser', `${callsPerUser} calls of this user`] as const),
      spent.user.tokens >= tokensPerUser && (['tokensPerUser', `${tokensPerUser} tokens of this user`] as const),
      spent.account.calls >= callsPerAccount &&
        (['callsPerAccount', `${callsPerAccount} calls of this account`] as const),
      spent.account.tokens >= tokensPerAccount &&
        (['tokensPerAccount', `${tokensPerAccount} tokens of this account`] as const),
    ].find((each) => each !== false);
    if (!full) return;
    const [setting, what] = full;
    throw new ServiceError(
      'quota',
      `the language model's budget of ${day} is used up: ${what} (server.generation.budget.${setting}). ` +
        'It begins again at 0:00 UTC',
    );
  }

  /** Returns the function that gives the place back. */
  private async place(owner: string, patient: boolean, signal: AbortSignal): Promise<() => void> {
    const late = new AbortController();
    const timer = patient ? undefined : setTimeout(() => late.abort(tooBusy()), this.options.patienceMs ?? PATIENCE_MS);
    try {
      return await this.places.place(owner, AbortSignal.any([signal, late.signal]));
    } catch (error) {
      if (!signal.aborted) this.options.refused('model');
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}

const tooBusy = () =>
  new ServiceError(
    'rate-limit',
    'too many calls of the language model are open, of this user or of all users together; retry later',
    429,
    { 'retry-after': '10' },
  );
