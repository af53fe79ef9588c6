import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { type Dispatcher, request } from 'undici';
import { type FileStore, isFileKey, pathOfKey } from './file-store';

const RETRY_DELAY_MS = 200;

export interface S3Options {
  /** `https://host:port` of the S3-compatible service. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
  /** Prefix of every key, so that several installations can share a bucket; without leading or trailing slash. */
  prefix: string;
}

interface Call {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Key of an object; the bucket itself if omitted. */
  name?: string;
  query?: Record<string, string>;
  body?: Uint8Array;
}

/**
 * Files in a bucket, for services that run on several hosts. The bucket must exist and be private: downloads go through
 * the service, which checks their links.
 * @throws Error when the bucket cannot be reached.
 */
export async function createS3Store(options: S3Options): Promise<FileStore> {
  const { endpoint, bucket } = options;
  const send = senderOf(options);
  await requireBucket(send, bucket, endpoint);
  const root = options.prefix === '' ? '' : `${options.prefix}/`;
  const nameOf = (key: string) => `${root}${pathOfKey(key)}`;

  return {
    async write(key, bytes) {
      await done(await send({ method: 'PUT', name: nameOf(key), body: bytes }));
    },
    read: async (key) => succeeded(await send({ method: 'GET', name: nameOf(key) })),
    async remove(key) {
      await done(await send({ method: 'DELETE', name: nameOf(key) }));
    },
    async *olderThan(ms) {
      const until = Date.now() - ms;
      for await (const { name, lastModified } of listed(send, root)) {
        const key = name.split('/').at(-1)!;
        if (isFileKey(key) && lastModified <= until) yield key;
      }
    },
  };
}

/**
 * Signs and sends requests; retries when the store is busy. Path-style URLs are used because every S3-compatible
 * service supports them.
 */
function senderOf({ endpoint, bucket, region, accessKey, secretKey }: S3Options): (call: Call) => Promise<Answer> {
  const keys = { accessKeyId: accessKey, secretAccessKey: secretKey, region, service: 's3', cache: new Map() };
  const { origin } = new URL(endpoint);
  const once = async ({ method, name, query = {}, body }: Call): Promise<Answer> => {
    const url = new URL(`${origin}/${bucket}${name === undefined ? '' : `/${name}`}`);
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const signer = new AwsV4Signer({ ...keys, method, url: url.href, headers: { 'x-amz-content-sha256': hash } });
    const { headers } = await signer.sign();
    return request(url, { method, headers: Object.fromEntries(headers), ...(body === undefined ? {} : { body }) });
  };
  return async (call) => {
    const answer = await once(call);
    if (answer.statusCode !== 429 && answer.statusCode < 500) return answer;
    await answer.body.dump();
    await delay(RETRY_DELAY_MS);
    return once(call);
  };
}

type Answer = Dispatcher.ResponseData;
type Send = ReturnType<typeof senderOf>;

/** @throws Error with status and code of the response, after reading its body so that the connection can be reused. */
async function succeeded({ statusCode, body }: Answer): Promise<Answer['body']> {
  if (statusCode >= 200 && statusCode < 300) return body;
  const code = textOf(await body.text(), 'Code');
  throw new Error(`the file store responded with ${statusCode}${code === undefined ? '' : ` (${code})`}`);
}

async function done(answer: Answer): Promise<string> {
  return (await succeeded(answer)).text();
}

/** Lists every object below a prefix, page by page. */
async function* listed(send: Send, prefix: string): AsyncIterable<{ name: string; lastModified: number }> {
  let next: string | undefined;
  do {
    const query = { 'list-type': '2', prefix, ...(next === undefined ? {} : { 'continuation-token': next }) };
    const page = await done(await send({ method: 'GET', query }));
    for (const item of page.split('<Contents>').slice(1)) {
      yield { name: textOf(item, 'Key') ?? '', lastModified: Date.parse(textOf(item, 'LastModified') ?? '') };
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

async function requireBucket(send: Send, bucket: string, endpoint: string): Promise<void> {
  const refuse = (why: string): never => {
    throw new Error(`the file store at ${endpoint} cannot be used: ${why}; check server.files.`);
  };
  const { statusCode, body } = await send({ method: 'HEAD' }).catch((error: Error) => refuse(error.message));
  await body.dump();
  if (statusCode === 404)
    throw new Error(`the bucket ${bucket} does not exist at ${endpoint}; create it, or set server.files.bucket.`);
  if (statusCode !== 200)
    refuse(statusCode === 403 ? 'it rejects these keys (403)' : `it responded with ${statusCode}`);
}
