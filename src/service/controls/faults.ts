import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { SeededRandom } from '../../writer/random';
import { callsFor, type Effect, effectSchema, type FaultyCall, faultyCalls } from './effects';

/** A rule as it is asked for. Without `endpoint` it is for every call that its effect means something for. */
export const faultRequest = z
  .strictObject({
    endpoint: z.enum(faultyCalls as [FaultyCall, ...FaultyCall[]]).optional(),
    uid: z.string().min(1).max(128).optional(),
    /** From which matching call on; left out: from the first. */
    nth: z.int().min(1).optional(),
    /** How often it strikes; left out: once where `nth` is given, always otherwise. */
    times: z.int().min(1).optional(),
    /** Whether it strikes is drawn for every matching call. */
    probability: z.number().min(0).max(1).optional(),
    /** The same seed draws the same; left out: one is chosen, and stands in the answer. */
    seed: z.union([z.int(), z.string().min(1).max(100)]).optional(),
    effect: effectSchema,
  })
  .superRefine(({ endpoint, effect }, context) => {
    const calls = callsFor(effect.type);
    if (endpoint === undefined || calls.includes(endpoint)) return;
    const message = `must be one of ${calls.join(', ')}: ${effect.type} means nothing for ${endpoint}`;
    context.addIssue({ code: 'custom', path: ['endpoint'], message });
  });
export type FaultRequest = z.output<typeof faultRequest>;

export interface FaultRule extends FaultRequest {
  id: string;
  /** Calls that matched, and how many of them the rule has struck. */
  seen: number;
  struck: number;
}

/** A call, as far as rules look at it. */
export interface Call {
  endpoint: FaultyCall;
  token: string | undefined;
  /** Asked only when a rule names a user. */
  uid(): Promise<string | undefined>;
}

interface Kept {
  rule: FaultRule;
  random: SeededRandom;
  /** Matching calls of each token, for `tokenInvalid`. */
  tokens: Map<string, number>;
}

/** The rules in force. The first that strikes decides; every rule counts every call that it matches. */
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
      ...(seed === undefined ? {} : { seed }),
      ...(times === undefined ? {} : { times }),
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

  /** The rule that strikes this call. */
  async take(call: Call): Promise<{ id: string; effect: Effect } | undefined> {
    const candidates = this.kept.filter(({ rule }) =>
      rule.endpoint === undefined
        ? callsFor(rule.effect.type).includes(call.endpoint)
        : rule.endpoint === call.endpoint,
    );
    // Looked up before anything is counted: counting and striking must be one step for calls at the same time.
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

/** Counts the call, and answers whether the rule would strike it. */
function counts({ rule, random, tokens }: Kept, token: string | undefined): boolean {
  rule.seen += 1;
  if (rule.effect.type === 'tokenInvalid') {
    if (token === undefined) return false;
    const calls = (tokens.get(token) ?? 0) + 1;
    // Tokens that nobody has granted count as well; they must not fill the memory.
    if (tokens.size >= MOST_TOKENS) tokens.clear();
    tokens.set(token, calls);
    if (calls <= rule.effect.after) return false;
  }
  // Drawn for every call that matches, so that the draws do not depend on what other rules do.
  const drawn = rule.probability === undefined || random.next() < rule.probability;
  return drawn && rule.seen >= (rule.nth ?? 1) && rule.struck < (rule.times ?? Number.POSITIVE_INFINITY);
}

const MOST_TOKENS = 10_000;
