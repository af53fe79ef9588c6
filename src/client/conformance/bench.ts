import { setTimeout as sleep } from 'node:timers/promises';
import { Mismatch } from './expect';
import { Integrator, type Reply, User } from './integrator';
import type { Traffic } from './traffic';

/** A check cannot be judged, because it needs something that another check has failed to get. */
export class Blocked extends Error {}

export interface BenchOptions {
  traffic: Traffic;
  apiKey: string;
  secretKey: string;
  uid: string;
  channel: string;
  /** Between two polls of a job. */
  pollMs: number;
  /** For a job. */
  waitMs: number;
  signal: AbortSignal;
}

/** What the checks of a run share: the account, users, and what was created. */
export class Bench {
  readonly integrator: Integrator;
  readonly #made = new Map<string, Promise<unknown>>();

  constructor(readonly options: BenchOptions) {
    this.integrator = new Integrator(options.traffic, options.apiKey, options.secretKey);
  }

  get identity(): { uid: string; channel: string } {
    const { uid, channel } = this.options;
    return { uid, channel };
  }

  /** The answer to the one token grant of a user. */
  granted(identity = this.identity): Promise<Reply> {
    return this.shared(`token of ${JSON.stringify(identity)}`, () => this.integrator.grant('token', identity));
  }

  async user(identity = this.identity): Promise<User> {
    const { code, data, msg } = await this.granted(identity);
    if (code !== 0 || typeof data?.token !== 'string') throw new Blocked(`no token was granted: ${msg} (${code})`);
    const headers = { 'x-api-key': this.options.apiKey, 'x-channel': identity.channel, 'x-token': data.token };
    return new User(this.options.traffic, headers);
  }

  /** Makes something once, because it costs. A failure counts for the check that needs it first. */
  shared<Made>(name: string, make: () => Promise<Made>): Promise<Made> {
    const known = this.#made.get(name);
    if (known !== undefined)
      return known.catch((error: Error) => {
        throw error instanceof Blocked
          ? error
          : new Blocked(`it needs what an earlier check did not get: ${error.message}`);
      }) as Promise<Made>;
    const made = make();
    this.#made.set(name, made);
    return made;
  }

  /** Polls at a moderate pace. */
  async until<Value>(look: () => Promise<Value>, done: (value: Value) => boolean): Promise<Value> {
    const { pollMs, waitMs, signal } = this.options;
    for (const end = Date.now() + waitMs; ; ) {
      const value = await look();
      if (done(value)) return value;
      if (Date.now() > end) throw new Mismatch(`the job to end within ${Math.round(waitMs / 60_000)} minutes`, value);
      await sleep(pollMs, undefined, { signal });
    }
  }
}
