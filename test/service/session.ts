import { createHmac } from 'node:crypto';

/** An integrator written from the specification's text alone: nothing of the contract, the client or the service. */

// biome-ignore lint/suspicious/noExplicitAny: what comes back is read the way a script in any language reads it.
export type Json = any;

export interface Reply {
  status: number;
  code: number;
  data: Json;
  msg: string;
  headers: Headers;
}

const KEY = 'demo-access-key';
const SECRET = 'demo-secret-key';
const DEMO = { key: KEY, secret: SECRET };

export function signed(
  method: string,
  path: string,
  { key = KEY, secret = SECRET, at = Math.floor(Date.now() / 1000) } = {},
): Record<string, string> {
  const signature = createHmac('sha1', secret).update(`${method}@${path}@${at}`).digest('base64');
  return { 'x-api-key': key, 'x-timestamp': String(at), 'x-signature': signature };
}

export async function reply(response: Response): Promise<Reply> {
  const text = await response.text();
  const body = JSON.parse(text);
  return { status: response.status, ...body, headers: response.headers };
}

/** Sends a request; again while the service says that its machine is too busy, as it asks its callers to. */
async function answered(send: () => Promise<Response>): Promise<Reply> {
  for (;;) {
    const answer = await reply(await send());
    if (answer.status !== 503) return answer;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

export async function grantToken(url: string, uid: string, channel = '', account = DEMO): Promise<Reply> {
  const query = new URLSearchParams({ uid, channel });
  const headers = signed('GET', '/api/grant/token/', account);
  return reply(await fetch(`${url}/api/grant/token/?${query}`, { headers }));
}

/** Calls of one user, of the demo account unless told otherwise. */
export class Session {
  private constructor(
    readonly url: string,
    readonly headers: Record<string, string>,
  ) {}

  static async open(url: string, uid: string, channel = '', account = DEMO): Promise<Session> {
    const { data } = await grantToken(url, uid, channel, account);
    return new Session(url, { 'x-api-key': account.key, 'x-channel': channel, 'x-token': data.token });
  }

  async get(path: string, query: Record<string, string | number> = {}): Promise<Reply> {
    return answered(() => this.fetch(path, query));
  }

  fetch(path: string, query: Record<string, string | number> = {}, init: RequestInit = {}): Promise<Response> {
    const text = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    return fetch(`${this.url}${path}?${text}`, { headers: this.headers, ...init });
  }

  async form(path: string, fields: Record<string, string | number | boolean>): Promise<Reply> {
    const body = new URLSearchParams(
      Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
    );
    return answered(() => fetch(`${this.url}${path}`, { method: 'POST', headers: this.headers, body }));
  }

  async multipart(path: string, fields: Record<string, string | number | Blob>): Promise<Reply> {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields))
      body.append(name, value instanceof Blob ? value : String(value));
    return answered(() => fetch(`${this.url}${path}`, { method: 'POST', headers: this.headers, body }));
  }

  async json(path: string, fields: unknown): Promise<Reply> {
    const headers = { ...this.headers, 'content-type': 'application/json' };
    return answered(() => fetch(`${this.url}${path}`, { method: 'POST', headers, body: JSON.stringify(fields) }));
  }

  createTask(title: string): Promise<Reply> {
    return this.multipart('/api/ai/chat/v2/task', { title, type: 1 });
  }

  /** The bytes of a stream, as text. */
  async stream(path: string, taskId: number): Promise<string> {
    return (await this.fetch(path, { task_id: taskId })).text();
  }

  /** A task with outline and content. */
  async writtenTask(title: string): Promise<number> {
    const { data } = await this.createTask(title);
    await this.stream('/api/ai/chat/outline', data.id);
    await this.stream('/api/ai/chat/content', data.id);
    return data.id;
  }

  async finished(path: string, fields: Record<string, string>, done: (reply: Reply) => boolean): Promise<Reply> {
    for (const end = Date.now() + 600_000; ; ) {
      const answer = path.includes('check') ? await this.get(path, fields) : await this.form(path, fields);
      if (done(answer)) return answer;
      if (Date.now() > end) throw new Error(`not finished in time: ${JSON.stringify(answer)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  content(ticket: string): Promise<Reply> {
    return this.finished(
      '/api/ai/chat/v2/content/check',
      { ticket },
      ({ code, data }) => code !== 0 || data.status !== 1,
    );
  }

  exported(taskKey: string): Promise<Reply> {
    return this.finished(
      '/api/download/export/file/result',
      { task_key: taskKey },
      ({ code, data }) => code !== 0 || data.length > 0,
    );
  }
}

/** The text that the fragments of a stream make up; throws when the stream does not end well. */
export function textOf(stream: string): string {
  const events = stream.split('\n\n');
  if (events.pop() !== '') throw new Error('the stream ends inside an event');
  if (events.pop() !== 'event:close\ndata:api-close')
    throw new Error(`the stream does not end with close: ${stream.slice(-200)}`);
  return events
    .filter((event) => !event.startsWith(':'))
    .map((event) => {
      const match = /^event:message\ndata:(\{.*\})$/.exec(event);
      if (!match) throw new Error(`not a message event: ${event}`);
      return JSON.parse(match[1]!).content;
    })
    .join('');
}
