import { createHmac } from 'node:crypto';
import { createParser } from 'eventsource-parser';
import { filled, integer, is, type Json, Mismatch, must, text } from './expect';
import type { Answer, Request, Traffic } from './traffic';

type Value = string | number;
type Fields = Readonly<Record<string, Value>>;

/** An answer read as an envelope; without a code if it is not one. */
export interface Reply extends Answer {
  code?: Json;
  data?: Json;
  msg?: Json;
}

const encoded = (fields: Fields) =>
  new URLSearchParams(Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]));
const withQuery = (path: string, query: Fields) => `${path}?${encoded(query)}`;

function replyOf(answer: Answer): Reply {
  try {
    const { code, data, msg } = JSON.parse(answer.text);
    return { ...answer, code, data, msg };
  } catch {
    return answer;
  }
}

/** The integrator's server, by the specification alone. */
export class Integrator {
  constructor(
    readonly traffic: Traffic,
    readonly key: string,
    private readonly secret: string,
  ) {}

  /** Header set S: the signature covers method, path with its trailing slash, and time. */
  signed(method: string, path: string, { secret = this.secret } = {}): Record<string, string> {
    const time = String(Math.floor(Date.now() / 1000));
    const signature = createHmac('sha1', secret).update(`${method}@${path}@${time}`).digest('base64');
    return { 'x-api-key': this.key, 'x-timestamp': time, 'x-signature': signature };
  }

  async grant(what: 'token' | 'code', query: Fields, headers?: Record<string, string>, slash = ''): Promise<Reply> {
    const path = `/api/grant/${what}`;
    const signed = headers ?? this.signed('GET', `${path}/`);
    return replyOf(await this.traffic.send({ method: 'GET', path: withQuery(path + slash, query), headers: signed }));
  }

  async usage(fields: Fields, headers = this.signed('POST', `${USAGE}/`)): Promise<Reply> {
    return replyOf(await this.traffic.send({ method: 'POST', path: USAGE, headers, body: encoded(fields) }));
  }
}

const USAGE = '/api/statistic/user/task';

/** Calls with header set A. */
export class User {
  constructor(
    private readonly traffic: Traffic,
    readonly headers: Readonly<Record<string, string>>,
  ) {}

  /** The same user with other headers; undefined leaves one out. */
  with(changes: Readonly<Record<string, string | undefined>>): User {
    const headers = Object.entries({ ...this.headers, ...changes }).filter(([, value]) => value !== undefined);
    return new User(this.traffic, Object.fromEntries(headers) as Record<string, string>);
  }

  get = (path: string, query: Fields = {}): Promise<Reply> =>
    this.#asked({ method: 'GET', path: withQuery(path, query) });

  form = (path: string, fields: Fields): Promise<Reply> => this.#asked({ method: 'POST', path, body: encoded(fields) });

  json(path: string, body: unknown): Promise<Reply> {
    const headers = { 'content-type': 'application/json' };
    return this.#asked({ method: 'POST', path, headers, body: JSON.stringify(body) });
  }

  multipart(path: string, fields: Readonly<Record<string, Value | File>>): Promise<Reply> {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields))
      body.append(name, typeof value === 'object' ? value : String(value));
    return this.#asked({ method: 'POST', path, body });
  }

  /** The file at a URL, without the user's credentials. */
  async file(url: string): Promise<NonNullable<Answer['file']>> {
    const { status, file } = await this.traffic.send({ method: 'GET', path: url });
    must(file !== undefined, 'a file', `HTTP ${status}`);
    return file;
  }

  async #asked(request: Request): Promise<Reply> {
    const headers = { ...this.headers, ...request.headers };
    return replyOf(await this.traffic.send({ ...request, headers }));
  }
}

/** `data` of a call that must succeed. @throws Mismatch */
export async function succeeded(asked: Promise<Reply>): Promise<Json> {
  const reply = await asked;
  const { status, code, data, msg } = reply;
  if (code === undefined) throw new Mismatch('a JSON envelope with a code', `HTTP ${status} ${reply.text}`);
  must(status >= 200 && status < 300 && code === 0, 'success (code 0)', { status, code, msg });
  return data;
}

/** @throws Mismatch if the call was not refused with a code and a reason */
export async function refused(what: string, asked: Promise<Reply>): Promise<Reply> {
  const reply = await asked;
  must(reply.code !== 0 && !isStream(reply), `${what} to be refused`, { code: reply.code, data: reply.data });
  is('code of the refusal', reply.code, integer);
  is('msg of the refusal', reply.msg, filled);
  return reply;
}

/** Whether the call failed in any way that a client must treat as a failure. */
export const isRefused = ({ status, code }: Reply) => status < 200 || status >= 300 || code !== 0;
export const isStream = ({ type }: Answer) => type.startsWith('text/event-stream');

export interface Event {
  event: string;
  data: string;
}

export function eventsOf({ text }: Answer): Event[] {
  const events: Event[] = [];
  const parser = createParser({ onEvent: ({ event, data }) => events.push({ event: event ?? 'message', data }) });
  parser.feed(text);
  return events;
}

/** The Markdown that the fragments of a stream make up. @throws Mismatch */
export function streamed(answer: Answer): string {
  must(isStream(answer), 'an event stream', `HTTP ${answer.status} ${answer.text}`);
  const fragments = eventsOf(answer).filter(({ event }) => event === 'message');
  return fragments.map(({ data }) => is('content of a message', fieldsOf(data).content, text)).join('');
}

/** @throws Mismatch */
export function fieldsOf(json: string): Json {
  try {
    const value = JSON.parse(json);
    if (typeof value === 'object' && value !== null) return value;
  } catch {}
  throw new Mismatch('a JSON object', json);
}

/** Markdown without the code fence around it. */
export function unfenced(markdown: string): string {
  const lines = markdown.trim().split('\n');
  const isFenced = lines.length > 1 && lines[0]!.startsWith('```') && lines.at(-1)!.trim() === '```';
  return isFenced ? lines.slice(1, -1).join('\n') : markdown;
}
