import { type Answer, NoAnswer, type Request, type Traffic } from './traffic';

/** Redacted traffic of one run, in order. */
export interface TrafficRecord {
  format: 1;
  service: string;
  recordedAt: string;
  uid: string;
  channel: string;
  exchanges: Exchange[];
}

export interface Exchange extends Answer {
  check: string;
  method: string;
  path: string;
  /** Names only. */
  headers: string[];
  body?: string;
}

/** Stands for the keys of the account in a record. */
export const REPLAYED = { apiKey: '<api key>', secretKey: '<secret key>' };

/** Elsewhere, a code is that of a color. */
const SECRET_FIELD = { grant: /^code$|token|secret/i, other: /token|secret|signature/i };
const SHORTEST_SECRET = 4;
const POLLED = /\/content\/check|\/file\/result/;

/** Replaces the secrets of a run: those it was given, and those it saw in answers. The same secret has the same name. */
export class Redactor {
  readonly #names = new Map<string, string>();

  constructor({ apiKey, secretKey }: { apiKey: string; secretKey: string }) {
    this.#add(apiKey, REPLAYED.apiKey);
    this.#add(secretKey, REPLAYED.secretKey);
  }

  /** Remembers the tokens and codes in the answer of a path. */
  learn(path: string, json: string): void {
    const secret = path.startsWith('/api/grant/') ? SECRET_FIELD.grant : SECRET_FIELD.other;
    try {
      JSON.parse(json, (key, value) => {
        if (typeof value === 'string' && value.length >= SHORTEST_SECRET && secret.test(key))
          this.#add(value, `<secret ${this.#names.size}>`);
        return value;
      });
    } catch {}
  }

  clean(text: string): string {
    let cleaned = text;
    for (const [secret, name] of this.#names) cleaned = cleaned.replaceAll(secret, name);
    return cleaned.replace(/[^\s"'<>]+/g, withoutSignature);
  }

  #add(secret: string, name: string): void {
    const inJson = JSON.stringify(secret).slice(1, -1);
    for (const form of [secret, inJson, inJson.replaceAll('/', '\\/'), encodeURIComponent(secret)])
      if (form !== '' && !this.#names.has(form)) this.#names.set(form, name);
  }
}

/** A link without its query, which may be a signature, and without long random folders. */
function withoutSignature(word: string): string {
  const host = word.search(/\/\/|\\\/\\\//);
  if (host < 0) return word;
  const query = word.slice(host).search(/[?#]|\\u003f/i);
  const [address, rest] = query < 0 ? [word, ''] : [word.slice(0, host + query), word.slice(host + query)];
  const cut = address.replace(/\/[\w~=-]{40,}/g, '/redacted');
  // A backslash at the end belongs to the quotation mark that follows.
  return rest === '' ? cut : `${cut}?redacted${/\\?$/.exec(rest)![0]}`;
}

/** Passes requests on, and keeps them and their answers without secrets. */
export function recording(traffic: Traffic, redactor: Redactor, record: TrafficRecord): Traffic {
  let check = '';
  return {
    begin(name) {
      check = name;
      traffic.begin(name);
    },
    async send(request) {
      const answer = await traffic.send(request).catch((error) => {
        if (!(error instanceof NoAnswer)) throw error;
        return { status: 0, type: '', text: error.message };
      });
      const { method, path, headers = {} } = request;
      redactor.learn(path, answer.text);
      const body = bodyOf(request);
      const exchange = {
        check,
        method,
        path: redactor.clean(path),
        headers: Object.keys(headers).sort(),
        ...(body === undefined ? {} : { body: redactor.clean(body) }),
        ...answer,
        text: redactor.clean(answer.text),
      };
      // A poll that answers the same is kept once.
      if (!POLLED.test(path) || JSON.stringify(exchange) !== JSON.stringify(record.exchanges.at(-1)))
        record.exchanges.push(exchange);
      return answered(answer);
    },
  };
}

/** A record keeps a request without an answer as status 0. */
function answered(answer: Answer): Answer {
  if (answer.status === 0) throw new NoAnswer(answer.text);
  return answer;
}

function bodyOf({ body }: Request): string | undefined {
  if (!(body instanceof FormData)) return body?.toString();
  return [...body].map(([name, value]) => `${name}=${typeof value === 'string' ? value : value.name}`).join('&');
}

/** A request that a record does not contain. */
export class NotRecorded extends Error {}

/** Answers requests from a record: each check gets the answers that were recorded for it, in their order. */
export function replaying({ exchanges }: TrafficRecord): Traffic {
  let left: Exchange[] = [];
  return {
    begin(check) {
      left = exchanges.filter((each) => each.check === check);
    },
    async send({ method, path }) {
      const next = left.shift();
      if (next === undefined || next.method !== method || withoutQuery(next.path) !== withoutQuery(path))
        throw new NotRecorded('the record does not contain it');
      return answered(next);
    },
  };
}

const withoutQuery = (path: string) => path.split('?', 1)[0];

/** Undefined if a text is not a record of this format. */
export function recordOf(json: string): TrafficRecord | undefined {
  try {
    const record = JSON.parse(json);
    return record.format === 1 && Array.isArray(record.exchanges) ? record : undefined;
  } catch {
    return undefined;
  }
}
