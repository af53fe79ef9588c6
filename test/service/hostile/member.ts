import { createHmac } from 'node:crypto';
import { type Encoding, type EndpointName, endpointOf } from '../../../src/contract/index';
import { type Answered, type Envelope, envelopeOf, type HeaderLines, send } from './send';

/** An integrator's key pair. */
export interface Account {
  key: string;
  secret: string;
}

export const DEMO: Account = { key: 'demo-access-key', secret: 'demo-secret-key' };
export const SECOND: Account = { key: 'second-key', secret: 'second-secret' };

/** Options of a service that knows the second account in addition to the demo account. */
export function withSecondAccount() {
  return {
    server: { accounts: [{ apiKey: SECOND.key, secretKey: { env: 'SECOND_SECRET' } }] },
    env: { SECOND_SECRET: SECOND.secret },
  };
}

export type Fields = Record<string, string | number | boolean | readonly string[] | Buffer>;

export const seconds = (): number => Math.floor(Date.now() / 1000);

export const signatureOf = (secret: string, text: string): string =>
  createHmac('sha1', secret).update(text).digest('base64');

/** Header set S over any string; the right one unless told otherwise. */
export function signedLines(account: Account, name: EndpointName, at: number | string = seconds()): HeaderLines {
  const { method, path } = endpointOf(name);
  return [
    ['x-api-key', account.key],
    ['x-timestamp', String(at)],
    ['x-signature', signatureOf(account.secret, `${method}@${path}/@${at}`)],
  ];
}

/** A request of an endpoint in the form that the specification gives it. */
export function requestOf(name: EndpointName, fields: Fields, headers: HeaderLines) {
  const { method, path, encoding } = endpointOf(name);
  const { query, type, body } = encoded(encoding, fields);
  return {
    method,
    target: query === '' ? path : `${path}?${query}`,
    headers: type === undefined ? headers : [...headers, ['Content-Type', type] as const],
    ...(body ? { body } : {}),
  };
}

const BOUNDARY = 'xXxHostileBoundaryxXx';

function encoded(encoding: Encoding, fields: Fields): { query: string; type?: string; body?: Buffer } {
  if (encoding === 'json') {
    return { query: '', type: 'application/json', body: Buffer.from(JSON.stringify(fields)) };
  }
  if (encoding === 'multipart') {
    const parts = Object.entries(fields).map(([name, value]) => {
      const file = Buffer.isBuffer(value);
      const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file ? '; filename="a.docx"' : ''}\r\n\r\n`;
      return Buffer.concat([Buffer.from(head), file ? value : Buffer.from(String(value)), Buffer.from('\r\n')]);
    });
    return {
      query: '',
      type: `multipart/form-data; boundary=${BOUNDARY}`,
      body: Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]),
    };
  }
  const text = new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]): [string, string][] =>
      Array.isArray(value) ? value.map((one) => [name, String(one)]) : [[name, String(value)]],
    ),
  ).toString();
  return encoding === 'query'
    ? { query: text }
    : { query: '', type: 'application/x-www-form-urlencoded', body: Buffer.from(text) };
}

/** One user of one integrator, with a token. */
export class Member {
  private constructor(
    readonly port: number,
    readonly account: Account,
    readonly uid: string,
    readonly channel: string,
    readonly token: string,
  ) {}

  static async open(port: number, account: Account, uid: string, channel = ''): Promise<Member> {
    const headers = signedLines(account, 'grantToken');
    const answer = envelopeOf(await send(port, requestOf('grantToken', { uid, channel }, headers)));
    if (answer.code !== 0) throw new Error(`no token for ${uid}: ${answer.msg}`);
    return new Member(port, account, uid, channel, answer.data.token);
  }

  /** Header set A. */
  get headers(): HeaderLines {
    return [
      ['x-api-key', this.account.key],
      ['x-channel', this.channel],
      ['x-token', this.token],
    ];
  }

  raw(name: EndpointName, fields: Fields = {}): Promise<Answered> {
    const headers = endpointOf(name).auth === 'token' ? this.headers : signedLines(this.account, name);
    return send(this.port, requestOf(name, fields, headers));
  }

  async call(name: EndpointName, fields: Fields = {}): Promise<Envelope> {
    return envelopeOf(await this.raw(name, fields));
  }

  /** `data` of a call that must succeed. */
  async data(name: EndpointName, fields: Fields = {}): Promise<Envelope['data']> {
    const { code, data, msg } = await this.call(name, fields);
    if (code !== 0) throw new Error(`${name} ${JSON.stringify(fields)}: ${code} ${msg}`);
    return data;
  }

  /** Asks until the job has ended; `done` looks at the data. */
  async finished(name: EndpointName, fields: Fields, done: (data: Envelope['data']) => boolean) {
    for (const end = Date.now() + 600_000; Date.now() < end; ) {
      const data = await this.data(name, fields);
      if (done(data)) return data;
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    throw new Error(`${name} did not finish in time`);
  }
}
