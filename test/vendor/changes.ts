import type { Run } from './drive';
import { type Answer, type Behavior, type Call, code, type Endpoint, type Fields, type Paid } from './service';
import { events, type StreamForm } from './texts';

/** The words of the variations: when something happens, what it changes, and what a deck must make of it. */

export interface Variation extends Behavior, Run {
  /** The deck parks with this sentence. Without it, the deck is delivered. */
  parks?: RegExp;
  /** Both ends are right. */
  orDelivers?: true;
  /** The result says what may exist twice. */
  duplicate?: true;
  /** Paid calls above one of each kind that may be made. */
  extra?: Partial<Paid>;
  /** Grants at most (default: 4). */
  grants?: number;
  /** Endpoints that the pipeline needs to recover; in pairs, nothing else may change them. */
  needs?: readonly Endpoint[];
}
export type Variations = Record<string, Variation>;

type Instead = (call: Call) => Answer | undefined;
export type Change = (answer: Answer, call: Call) => Answer;
type Where = Endpoint | 'any';
// biome-ignore lint/suspicious/noExplicitAny: answers have every shape, and a change that does not fit its answer fails.
export type Data = any;

/** Longer than the client waits for the head of a call that does not generate. */
export const SLOW_MS = 14_000;
/** A code that no one has listed. */
export const UNLISTED = 55_010;
export const WORDS = /系统繁忙/;
export const WORDS_AND_CODE = new RegExp(`${WORDS.source}.*${UNLISTED}`, 's');
export const busy = code(UNLISTED, '系统繁忙');
export const http = (status: number, body: Answer['body'] = '', headers: Answer['headers'] = {}): Answer => ({
  status,
  body,
  headers,
});
export const html = (status: number) => http(status, '<!doctype html><h1>nginx</h1>', { 'content-type': 'text/html' });
export const reset: Answer = { end: 'reset' };

export const before = (endpoint: Where, instead: Instead): Variation => ({ instead: { [endpoint]: instead } });
export const on = (endpoint: Where, change: Change): Variation => ({ answers: { [endpoint]: change } });
/** Instead of the first answers. */
export const first = (endpoint: Where, answer: Answer = busy, times = 1): Variation =>
  before(endpoint, ({ nth }) => (nth <= times ? answer : undefined));
export const always = (endpoint: Where, answer: Answer = busy): Variation => before(endpoint, () => answer);
/** Refuses the calls that are not as the service wants them. */
export const refuses = (endpoint: Endpoint, when: (call: Call) => boolean, answer: Answer): Variation =>
  before(endpoint, (call) => (when(call) ? answer : undefined));
/** The first call is served, and its answer is lost. */
export const lost = (endpoint: Endpoint, answer: Answer): Variation => firstly(endpoint, 1, () => answer);
export const firstly = (endpoint: Endpoint, times: number, change: Change): Variation =>
  on(endpoint, (answer, call) => (call.nth <= times ? change(answer, call) : answer));
export const envelope = (endpoint: Endpoint, change: (json: Data) => Fields): Variation =>
  on(endpoint, (answer) => ({ ...answer, json: change(answer.json) }));
/** Other data on success. */
export const data = (endpoint: Endpoint, change: (data: Data) => unknown): Variation =>
  on(endpoint, dataChange(change));
export const dataChange =
  (change: (data: Data) => unknown): Change =>
  (answer) => ({ ...answer, json: { ...answer.json, data: change(answer.json?.data) } });
export const whole = (endpoint: Endpoint, value: unknown) => data(endpoint, () => value);
export const put = (endpoint: Endpoint, fields: Fields) => data(endpoint, (each) => ({ ...each, ...fields }));
export const less = (endpoint: Endpoint, ...names: string[]) => data(endpoint, (each) => without(each, ...names));
export const without = (fields: Fields, ...names: string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
export const items = (endpoint: Endpoint, change: (item: Data) => Fields): Variation =>
  data(endpoint, ({ list, ...page }) => ({ ...page, list: list.map(change) }));
/** Changes each node of the outline tree. */
export const nodes = (change: (node: Data) => Fields): Variation => {
  const changed = (node: Data): Fields => change({ ...node, children: node.children.map(changed) });
  return data('tree', changed);
};

/** Another wire form of a stream. */
export const form = (endpoint: Endpoint, how: StreamForm): Variation => on(endpoint, formChange(how));
export const formChange =
  (how: StreamForm) =>
  ({ text, ...answer }: Answer): Answer => ({ ...answer, ...events(text!, how) });
export const slow = (endpoint: Endpoint): Variation => on(endpoint, (answer) => ({ ...answer, afterMs: SLOW_MS }));
/** Changes a body as text; a file stays as it is. */
export const body =
  (change: (text: string) => string): Change =>
  (answer, { endpoint }) =>
    typeof answer.body === 'string' && endpoint !== 'file' ? { ...answer, body: change(answer.body) } : answer;
export const header =
  (headers: Record<string, string>): Change =>
  (answer) => ({ ...answer, headers: { ...answer.headers, ...headers } });

/** A variation for each value of a table, with this before its name. */
export const each = <Value>(all: Record<string, Value>, make: (value: Value) => Variation, prefix = '', suffix = '') =>
  Object.fromEntries(Object.entries(all).map(([name, value]) => [`${prefix}${name}${suffix}`, make(value)]));

/** A variation for each value, which is its name. */
export const eachOf = (values: readonly unknown[], make: (value: Data) => Variation, prefix = '', suffix = '') =>
  each(Object.fromEntries(values.map((value) => [JSON.stringify(value), value])), make, prefix, suffix);
export const parks = (variation: Variation, sentence: RegExp): Variation => ({ ...variation, parks: sentence });
/** Where the interface says too little to ask for one end. */
export const either = (some: Variation, parked = /./): Variation => ({ ...some, parks: parked, orDelivers: true });

/** Each field null, and each field missing. */
export const nullOrMissing = (endpoint: Endpoint, ...names: string[]): Variations => ({
  ...each(named(names), (name) => put(endpoint, { [name]: null }), '', ' null'),
  ...each(named(names), (name) => less(endpoint, name), 'no '),
});
export const named = <Name extends string>(names: readonly Name[]): Record<string, Name> =>
  Object.fromEntries(names.map((name) => [name, name]));

/** Ids that JavaScript or a reader may not expect. */
export const idForms: Record<string, (id: number) => unknown> = {
  digits: String,
  '16 digits': (id) => 1_000_000_000_000_000 + id,
  'a number above 2^53': (id) => 9_007_199_254_740_993n + BigInt(id),
  'digits above 2^53': (id) => String(9_007_199_254_740_993n + BigInt(id)),
};
export const idsOf = (kind: keyof NonNullable<Behavior['ids']>, more: Variation = {}): Variations =>
  each(idForms, (ids) => ({ ids: { [kind]: ids }, ...more }), 'ids: ');

/** A refusal for good costs nothing, and the deck has the words of the service. */
export const refusedAlways = (endpoint: Endpoint): Variation => parks(always(endpoint), WORDS);
/** Answers to a create that hide its id. It was applied, so it must not be repeated. */
export const illegible = (endpoint: Endpoint, values: readonly unknown[], parked = parks): Variations =>
  eachOf(values, (value) => parked(whole(endpoint, value), /./), `${endpoint} answers `);
/** Answers of a create that are lost on their way. */
export const losses: Record<string, Answer> = {
  'HTTP 500': http(500, 'oops'),
  'HTTP 504': html(504),
  'a reset': reset,
  'a cut body': { parts: ['{"code":0,"da'], headers: { 'content-length': '99' }, end: 'cut' },
};
/** What was created once is created again, and the result says so. */
export const duplicated = (kind: keyof Paid, variation: Variation): Variation => ({
  ...variation,
  duplicate: true,
  extra: { [kind]: 1 },
});
export const stream = { title: 'Tea at work', content: 'stream' } as const;
export const alternative = { title: 'Tea at work', provider: 'alternative' } as const;
