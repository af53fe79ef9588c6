import { createParser } from 'eventsource-parser';
import { type Json, type Reply, signed } from '../service/session';

export type Query = Record<string, string | number | readonly string[]>;

const queryOf = (query: Query) =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]): [string, string][] =>
      typeof value === 'object' ? value.map((one) => [name, one]) : [[name, String(value)]],
    ),
  );

/** What came back, when it is an envelope; anything else is reported with its beginning. */
async function envelope(response: Response): Promise<Reply> {
  const text = await response.text();
  try {
    return { ...JSON.parse(text), status: response.status, headers: response.headers };
  } catch {
    throw new Error(`${response.url}: HTTP ${response.status} and no JSON: ${text.slice(0, 200)}`);
  }
}

/** The integrator's server, by the specification alone; it works against any base address. */
export class Integrator {
  constructor(
    readonly url: string,
    readonly key: string,
    readonly secret: string,
  ) {}

  /** Header set S of a path, signed with its trailing slash. */
  signature(method: string, path: string): Record<string, string> {
    return signed(method, `${path}/`, { key: this.key, secret: this.secret });
  }

  async signedGet(path: string, query: Query, headers = this.signature('GET', path)): Promise<Reply> {
    return envelope(await fetch(`${this.url}${path}?${queryOf(query)}`, { headers }));
  }

  async signedForm(path: string, fields: Query, headers = this.signature('POST', path)): Promise<Reply> {
    return envelope(await fetch(`${this.url}${path}`, { method: 'POST', headers, body: queryOf(fields) }));
  }

  async user(uid: string, channel = ''): Promise<User> {
    const { code, data, msg } = await this.signedGet('/api/grant/token', { uid, channel });
    if (code !== 0) throw new Error(`no token for ${uid}: ${code} ${msg}`);
    return new User(this.url, { 'x-api-key': this.key, 'x-channel': channel, 'x-token': data.token });
  }
}

/** Calls with header set A. */
export class User {
  constructor(
    readonly url: string,
    readonly headers: Record<string, string>,
  ) {}

  async get(path: string, query: Query = {}): Promise<Reply> {
    return envelope(await fetch(`${this.url}${path}?${queryOf(query)}`, { headers: this.headers }));
  }

  async form(path: string, fields: Query): Promise<Reply> {
    return envelope(
      await fetch(`${this.url}${path}`, { method: 'POST', headers: this.headers, body: queryOf(fields) }),
    );
  }

  async json(path: string, body: unknown): Promise<Reply> {
    const headers = { ...this.headers, 'content-type': 'application/json' };
    return envelope(await fetch(`${this.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }));
  }

  async multipart(path: string, fields: Record<string, string | number | Blob>): Promise<Reply> {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields))
      body.append(name, value instanceof Blob ? value : String(value));
    return envelope(await fetch(`${this.url}${path}`, { method: 'POST', headers: this.headers, body }));
  }

  /** The events of a stream in order, with the answer's content type. */
  async stream(path: string, taskId: number): Promise<{ type: string; events: { event: string; data: string }[] }> {
    const response = await fetch(`${this.url}${path}?task_id=${taskId}`, { headers: this.headers });
    const events: { event: string; data: string }[] = [];
    const parser = createParser({ onEvent: ({ event, data }) => events.push({ event: event ?? 'message', data }) });
    parser.feed(await response.text());
    return { type: response.headers.get('content-type') ?? '', events };
  }

  /** The text of a stream that must succeed. */
  async text(path: string, taskId: number): Promise<string> {
    const { events } = await this.stream(path, taskId);
    if (events.at(-1)?.event !== 'close') throw new Error(`${path} ended with ${JSON.stringify(events.at(-1))}`);
    return events
      .slice(0, -1)
      .map(({ data }) => JSON.parse(data).content)
      .join('');
  }

  /** `data` of a call that must succeed. */
  async data(asked: Promise<Reply>): Promise<Json> {
    const { code, data, msg } = await asked;
    if (code !== 0) throw new Error(`refused: ${code} ${msg}`);
    return data;
  }
}

export const unfenced = (markdown: string): string => /^\s*```\w*\n([\s\S]*)\n```\s*$/.exec(markdown)?.[1] ?? markdown;

/** Asks at a pace until the answer is there. */
export async function until<Value>(
  pollMs: number,
  ask: () => Promise<Value>,
  done: (value: Value) => boolean,
): Promise<Value> {
  for (const end = Date.now() + 120_000; ; ) {
    const value = await ask();
    if (done(value)) return value;
    if (Date.now() > end) throw new Error(`not finished in time: ${JSON.stringify(value).slice(0, 300)}`);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
