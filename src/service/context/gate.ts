import { statfs } from 'node:fs/promises';
import { accountOf, add, FairQueue } from '../../base/threads/fair-queue';
import { QueueFull } from '../../base/threads/refusal';
import { formatSize, type Settings } from '../../config';
import type { Endpoint } from '../../contract';
import { ServiceError } from '../../contract/service-error';
import type { Database } from '../store/database';
import { storedBytes } from '../store/stored-bytes';
import type { User } from '../store/users';

type Limits = Settings['server']['limits'];

/** The limit that refused something, for the metrics. */
export type Limit = 'calls' | 'memory' | 'storage' | 'disk' | 'jobs' | 'model';

/**
 * Calls of one kind that run and wait, of one user and of one account. An upload or a slow generation does not block the
 * short calls of its user.
 */
const LANES = {
  /** Signed calls: without a body, for all users of an account. */
  account: { ofOneOwner: 8, waitingOfOneOwner: 1_000, ofOneAccount: 8, waitingOfOneAccount: 1_000 },
  upload: { ofOneOwner: 4, waitingOfOneOwner: 20, ofOneAccount: 16, waitingOfOneAccount: 500 },
  call: { ofOneOwner: 4, waitingOfOneOwner: 50, ofOneAccount: 32, waitingOfOneAccount: 1_000 },
  /** Saves, and streams until their first fragment: they may wait for a language model. */
  generation: { ofOneOwner: 4, waitingOfOneOwner: 50, ofOneAccount: 16, waitingOfOneAccount: 500 },
} as const;
type Lane = keyof typeof LANES;

export function laneOf({ auth, encoding, responds, path }: Endpoint): Lane {
  if (auth === 'signature') return 'account';
  if (responds !== 'envelope' || path === SAVE_DESIGN) return 'generation';
  return encoding === 'multipart' ? 'upload' : 'call';
}
const SAVE_DESIGN: Endpoint['path'] = '/api/design/v2/save';

/** Counts the bytes of one request until it is done. */
export interface Held {
  /** @throws ServiceError `rate-limit` */
  add(bytes: number): void;
  end(): void;
}

interface GateOptions {
  limits: Limits;
  db: Database;
  /** The directory whose disk the service fills; undefined if rows and files are elsewhere. */
  directory: string | undefined;
  refused(limit: Limit): void;
}

/**
 * Admits what costs memory, processor time, disk or jobs: in turns between accounts, then between users, and within the
 * limits of both. Every refusal says which limit it was.
 */
export class Gate {
  private readonly lanes = Object.fromEntries(
    Object.entries(LANES).map(([lane, limits]) => [
      lane,
      new FairQueue({ ...limits, atOnce: Number.POSITIVE_INFINITY }),
    ]),
  ) as Record<Lane, FairQueue>;
  private held = 0;
  private readonly heldOf = new Map<string, number>();
  private readonly heldOfAccount = new Map<string, number>();

  constructor(private readonly options: GateOptions) {}

  /**
   * Runs a call in its turn, which comes before its body is read.
   * @param signal ends the wait of a caller who has left.
   */
  async enter<Result>(
    lane: Lane,
    owner: string,
    work: (held: Held) => Promise<Result>,
    signal: () => AbortSignal,
  ): Promise<Result> {
    const run = async () => {
      const held = this.hold(owner);
      try {
        return await work(held);
      } finally {
        held.end();
      }
    };
    try {
      return await this.lanes[lane].run(owner, run, signal);
    } catch (error) {
      if (error instanceof QueueFull) this.options.refused('calls');
      throw error;
    }
  }

  /** Counts memory of an owner. Callers must always call `end`. */
  hold(owner: string): Held {
    let mine = 0;
    const count = (bytes: number) => {
      mine += bytes;
      this.held += bytes;
      return { user: add(this.heldOf, owner, bytes), account: add(this.heldOfAccount, accountOf(owner), bytes) };
    };
    return {
      add: (bytes) => {
        const { bodiesPerUser, bodiesPerAccount, bodies } = this.options.limits;
        const now = count(bytes);
        const [whose, limit] =
          now.user > bodiesPerUser
            ? ['of this user', bodiesPerUser]
            : now.account > bodiesPerAccount
              ? ['of this account', bodiesPerAccount]
              : ['of all users together', bodies];
        if (limit === bodies && this.held <= bodies) return;
        const text = `too many bytes ${whose} are being processed, at most ${formatSize(limit)}; retry when they are done`;
        throw this.refusal('memory', new ServiceError('rate-limit', text, 429, RETRY_SOON));
      },
      end: () => {
        if (mine > 0) count(-mine);
      },
    };
  }

  /**
   * Must be called before any work that stores something.
   * @throws ServiceError when the disk or the share of the user or account is full
   */
  async requireStorage(user: User): Promise<void> {
    await this.requireDisk();
    const { storagePerUser, storagePerAccount } = this.options.limits;
    const stored = await storedBytes(this.options.db, user);
    const [whose, limit] = stored.user >= storagePerUser ? ['user', storagePerUser] : ['account', storagePerAccount];
    if (whose === 'account' && stored.account < storagePerAccount) return;
    const text = `the storage of this ${whose} is full (${formatSize(limit)}): clear designs from the trash, or raise server.limits`;
    throw this.refusal('storage', new ServiceError('quota', text));
  }

  /** @throws ServiceError when less than the reserve is free. */
  async requireDisk(): Promise<void> {
    const full = await this.diskProblem();
    if (full !== undefined)
      throw this.refusal('disk', new ServiceError('rate-limit', `${full}; retry later`, 503, RETRY_LATER));
  }

  /** Why nothing can be written; undefined while something can. */
  async diskProblem(): Promise<string | undefined> {
    const { directory, limits } = this.options;
    if (directory === undefined) return undefined;
    const { bavail, bsize } = await statfs(directory);
    if (bavail * bsize >= limits.freeSpace) return undefined;
    return `less than ${formatSize(limits.freeSpace)} are free on the disk of the service`;
  }

  /**
   * @param unfinished jobs of this kind, of the user and of the account
   * @throws ServiceError `queue-full`
   */
  requireJob(what: string, unfinished: { user: number; account: number }): void {
    const { jobsPerUser, jobsPerAccount } = this.options.limits;
    const [whose, limit] = unfinished.user >= jobsPerUser ? ['user', jobsPerUser] : ['account', jobsPerAccount];
    if (whose === 'account' && unfinished.account < jobsPerAccount) return;
    const text = `${limit} ${what} of this ${whose} are still running: retry when one has finished`;
    throw this.refusal('jobs', new ServiceError('queue-full', text));
  }

  /** Counts a refusal. */
  refusal<Failure extends Error>(limit: Limit, failure: Failure): Failure {
    this.options.refused(limit);
    return failure;
  }
}

const RETRY_SOON = { 'retry-after': '5' };
const RETRY_LATER = { 'retry-after': '60' };
