import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { type Dispatcher, request } from 'undici';

/** Pauses before the retries of a call that the store rejected as busy, or that did not reach it. */
const RETRY_DELAYS_MS = [200, 500, 1_000, 2_000, 4_000];

export interface S3Options {
  /** `https://host:port` of the S3-compatible service. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
  /** Prefix of every key, so that several installations can share a bucket; without leading or trailing slash. */
  prefix: string;
  /** The section of the settings, for error messages. */
  section: string;
  /** Other pauses than {@link RETRY_DELAYS_MS}, for tests. */
  retryDelaysMs?: readonly number[];
}

interface Call {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Key of an object; the bucket itself if omitted. */
  name?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array;
}

/** A bucket of an S3-compatible service. Names are below the prefix. */
export interface Bucket {
  /** The object is complete and durable when this resolves. An existing one is replaced atomically. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /**
   * Only if there is no such object. A store without conditional writes replaces one, so read the object afterwards.
   */
  putNew(name: string, bytes: Uint8Array): Promise<void>;
  /** @returns undefined if there is no such object */
  get(name: string): Promise<Answer['body'] | undefined>;
  remove(name: string): Promise<void>;
  list(prefix?: string): AsyncIterable<{ name: string; bytes: number; at: number }>;
}

/**
 * The bucket must exist and be private.
 * @throws Error when the bucket cannot be reached.
 */
export async function openBucket(options: S3Options): Promise<Bucket> {
  const send = senderOf(options);
  await requireBucket(send, options);
  const root = options.prefix === '' ? '' : `${options.prefix}/`;
  return {
    async put(name, bytes) {
      await done(await send({ method: 'PUT', name: root + name, body: bytes }));
    },
    async putNew(name, bytes) {
      const headers = { 'if-none-match': '*' };
      const answer = await send({ method: 'PUT', name: root + name, headers, body: bytes });
      // 412: it exists. 409: another one is being written.
      if (answer.statusCode === 412 || answer.statusCode === 409) await answer.body.dump();
      else await done(answer);
    },
    async get(name) {
      const answer = await send({ method: 'GET', name: root + name });
      if (answer.statusCode !== 404) return succeeded(answer);
      await answer.body.dump();
      return undefined;
    },
    async remove(name) {
      await done(await send({ method: 'DELETE', name: root + name }));
    },
    async *list(prefix = '') {
      for await (const { name, ...facts } of listed(send, root + prefix)) {
        yield { name: name.slice(root.length), ...facts };
      }
    },
  };
}

/**
 * Signs and sends requests; retries when the store is busy. Path-style URLs are used because every S3-compatible
 * service supports them.
 */
function senderOf(options: S3Options): (call: Call, delays?: readonly number[]) => Promise<Answer> {
  const { endpoint, bucket, region, accessKey, secretKey, retryDelaysMs = RETRY_DELAYS_MS } = options;
  const keys = { accessKeyId: accessKey, secretAccessKey: secretKey, region, service: 's3', cache: new Map() };
  const { origin } = new URL(endpoint);
  const once = async ({ method, name, query = {}, headers: more = {}, body }: Call): Promise<Answer> => {
    const url = new URL(`${origin}/${bucket}${name === undefined ? '' : `/${name}`}`);
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const signer = new AwsV4Signer({
      ...keys,
      method,
      url: url.href,
      headers: { ...more, 'x-amz-content-sha256': hash },
    });
    const { headers } = await signer.sign();
    return request(url, { method, headers: Object.fromEntries(headers), ...(body === undefined ? {} : { body }) });
  };
  return async (call, delays = retryDelaysMs) => {
    for (const pause of delays) {
      // Every call can be repeated: names are hashes or fresh keys, and a repeated PUT writes the same bytes.
      const answer = await once(call).catch(() => undefined);
      if (answer !== undefined && answer.statusCode !== 429 && answer.statusCode < 500) return answer;
      await answer?.body.dump();
      await delay(pause);
    }
    return once(call);
  };
}

type Answer = Dispatcher.ResponseData;
type Send = ReturnType<typeof senderOf>;

/** @throws Error with status and code of the response, after reading its body so that the connection can be reused. */
async function succeeded({ statusCode, body }: Answer): Promise<Answer['body']> {
  if (statusCode >= 200 && statusCode < 300) return body;
  const code = textOf(await body.text(), 'Code');
  throw new Error(`the object store responded with ${statusCode}${code === undefined ? '' : ` (${code})`}`);
}

async function done(answer: Answer): Promise<string> {
  return (await succeeded(answer)).text();
}

/** Lists every object below a prefix, page by page. */
async function* listed(send: Send, prefix: string): ReturnType<Bucket['list']> {
  let next: string | undefined;
  do {
    const query = { 'list-type': '2', prefix, ...(next === undefined ? {} : { 'continuation-token': next }) };
    const page = await done(await send({ method: 'GET', query }));
    for (const item of page.split('<Contents>').slice(1)) {
      const at = Date.parse(textOf(item, 'LastModified') ?? '');
      yield { name: textOf(item, 'Key') ?? '', bytes: Number(textOf(item, 'Size') ?? 0), at };
    }
    next = textOf(page, 'NextContinuationToken');
  } while (next !== undefined);
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Returns the text of the first element of that name. S3 nests elements only in lists. */
function textOf(xml: string, element: string): string | undefined {
  const [, rest] = xml.split(`<${element}>`, 2);
  return rest?.split('<', 1)[0]?.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name]!);
}

async function requireBucket(send: Send, { bucket, endpoint, section }: S3Options): Promise<void> {
  const refuse = (why: string): never => {
    throw new Error(`the object store at ${endpoint} cannot be used: ${why}; check ${section}.`);
  };
  const { statusCode, body } = await send({ method: 'HEAD' }, [200]).catch((error: Error) => refuse(error.message));
  await body.dump();
  if (statusCode === 404)
    throw new Error(`the bucket ${bucket} does not exist at ${endpoint}; create it, or set ${section}.bucket.`);
  if (statusCode !== 200)
    refuse(statusCode === 403 ? 'it rejects these keys (403)' : `it responded with ${statusCode}`);
}
