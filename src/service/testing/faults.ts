import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { given } from '../../core/given';
import type { FaultyCall } from '../http/testing';
import { SeededRandom } from '../writer/random';
import { callsFor, type Effect, effectSchema, faultyCalls } from './effects';

/** A fault rule as submitted. Without `endpoint` it applies to every call that its effect supports. */
export const faultRequest = z
  .strictObject({
    endpoint: z.enum(faultyCalls as [FaultyCall, ...FaultyCall[]]).optional(),
    uid: z.string().min(1).max(128).optional(),
    /** The first matching call that the rule applies to (default: 1). */
    nth: z.int().min(1).optional(),
    /** Maximum number of applications. Default: 1 if `nth` is set, otherwise unlimited. */
    times: z.int().min(1).optional(),
    /** Probability of applying to a matching call. */
    probability: z.number().min(0).max(1).optional(),
    /** Makes the random draws repeatable. By default a seed is chosen and returned. */
    seed: z.union([z.int(), z.string().min(1).max(100)]).optional(),
    effect: effectSchema,
  })
  .superRefine(({ endpoint, effect }, context) => {
    const calls = callsFor(effect.type);
    if (endpoint === undefined || calls.includes(endpoint)) return;
    const message = `must be one of ${calls.join(', ')}: ${effect.type} cannot apply to ${endpoint}`;
    context.addIssue({ code: 'custom', path: ['endpoint'], message });
  });
export type FaultRequest = z.output<typeof faultRequest>;

export interface FaultRule extends FaultRequest {
  id: string;
  /** Number of matching calls, and number of calls the rule applied to. */
  seen: number;
  struck: number;
}

/** The properties of a call that rules match on. */
export interface Call {
  endpoint: FaultyCall;
  token: string | undefined;
  /** Called only when a rule names a user. */
  uid(): Promise<string | undefined>;
}

interface Kept {
  rule: FaultRule;
  random: SeededRandom;
  /** Matching calls per token, for `tokenInvalid`. */
  tokens: Map<string, number>;
}

/** The active fault rules. The first that applies wins; every rule counts all calls it matches. */
export class Faults {
  private kept: Kept[] = [];
  private added = 0;

  get isEmpty(): boolean {
    return this.kept.length === 0;
  }

  add(request: FaultRequest): FaultRule {
    this.added += 1;
    const seed = request.seed ?? (request.probability === undefined ? undefined : randomInt(1_000_000));
    const times = request.times ?? (request.nth === undefined ? undefined : 1);
    const rule: FaultRule = {
      ...request,
      ...given({ seed, times }),
      id: `fault-${this.added}`,
      seen: 0,
      struck: 0,
    };
    this.kept.push({ rule, random: new SeededRandom(String(seed)), tokens: new Map() });
    return rule;
  }

  list(): FaultRule[] {
    return this.kept.map(({ rule }) => rule);
  }

  remove(id: string): boolean {
    const before = this.kept.length;
    this.kept = this.kept.filter(({ rule }) => rule.id !== id);
    return this.kept.length < before;
  }

  clear(): void {
    this.kept = [];
  }

  /** Returns the rule that applies to this call. */
  async take(call: Call): Promise<{ id: string; effect: Effect } | undefined> {
    const candidates = this.kept.filter(({ rule }) =>
      rule.endpoint === undefined
        ? callsFor(rule.effect.type).includes(call.endpoint)
        : rule.endpoint === call.endpoint,
    );
    // Looked up before counting, because counting and applying must be atomic for concurrent calls.
    const uid = candidates.some(({ rule }) => rule.uid !== undefined) ? await call.uid() : undefined;
    let striking: FaultRule | undefined;
    for (const kept of candidates) {
      if (kept.rule.uid !== undefined && kept.rule.uid !== uid) continue;
      const wants = counts(kept, call.token);
      if (striking || !wants) continue;
      striking = kept.rule;
      striking.struck += 1;
    }
    return striking;
  }
}

/** Counts the call and returns whether the rule would apply to it. */
function counts({ rule, random, tokens }: Kept, token: string | undefined): boolean {
  rule.seen += 1;
  if (rule.effect.type === 'tokenInvalid') {
    if (token === undefined) return false;
    const calls = (tokens.get(token) ?? 0) + 1;
    // Unknown tokens count as well and must not exhaust the memory.
    if (tokens.size >= MOST_TOKENS) tokens.clear();
    tokens.set(token, calls);
    if (calls <= rule.effect.after) return false;
  }
  // Drawn for every matching call, so that the draws do not depend on other rules.
  const drawn = rule.probability === undefined || random.next() < rule.probability;
  return drawn && rule.seen >= (rule.nth ?? 1) && rule.struck < (rule.times ?? Number.POSITIVE_INFINITY);
}

const MOST_TOKENS = 10_000;
