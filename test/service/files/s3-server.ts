import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A small server that speaks the part of the S3 protocol which a file store needs, and checks every signature by its
 * own computation (AWS Signature Version 4). Not a product: there is no bucket in the cloud to test against offline.
 */
export interface S3Server {
  endpoint: string;
  objects: Map<string, Buffer>;
  refused: number;
  /** Calls that are answered with 503 from now on. */
  busyFor: number;
  close(): Promise<void>;
}

/** Real stores list 1000 keys at once. */
const KEYS_A_PAGE = 3;

export async function startS3Server(keys: { accessKey: string; secretKey: string }, bucket: string): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const written = new Map<string, Date>();
  const state = { refused: 0, busyFor: 0 };

  const server = createServer(async (request, answer) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const url = new URL(request.url!, 'http://s3');
    const xml = (status: number, text: string) =>
      answer.writeHead(status, { 'content-type': 'application/xml' }).end(text);
    if (!isSigned(request, url, body, keys)) {
      state.refused += 1;
      return xml(403, '<Error><Code>SignatureDoesNotMatch</Code><Message>signature</Message></Error>');
    }
    if (state.busyFor > 0) {
      state.busyFor -= 1;
      return xml(503, '<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>');
    }
    const [, name, ...rest] = decodeURIComponent(url.pathname).split('/');
    const key = rest.join('/');
    if (name !== bucket) return xml(404, '<Error><Code>NoSuchBucket</Code><Message>no bucket</Message></Error>');
    if (key === '' && request.method === 'HEAD') return answer.writeHead(200).end();
    if (key === '' && url.searchParams.get('list-type') === '2') {
      const prefix = url.searchParams.get('prefix') ?? '';
      const names = [...objects.keys()].filter((item) => item.startsWith(prefix)).sort();
      // A token is not to be understood, and has characters that XML and addresses must not have as they are.
      const first = Number(/^<&\+(\d+)>$/.exec(url.searchParams.get('continuation-token') ?? '<&+0>')![1]);
      const next = first + KEYS_A_PAGE;
      const items = names
        .slice(first, next)
        .map(
          (item) =>
            `<Contents><Key>${item}</Key><LastModified>${written.get(item)!.toISOString()}</LastModified><ETag>"x"</ETag><Size>${objects.get(item)!.length}</Size></Contents>`,
        );
      const more = next < names.length;
      const token = more ? `<NextContinuationToken>&lt;&amp;+${next}&gt;</NextContinuationToken>` : '';
      return xml(
        200,
        `<?xml version="1.0"?><ListBucketResult><Name>${bucket}</Name><IsTruncated>${more}</IsTruncated>${token}${items.join('')}</ListBucketResult>`,
      );
    }
    if (request.method === 'PUT') {
      if (request.headers['if-none-match'] === '*' && objects.has(key)) {
        return xml(412, '<Error><Code>PreconditionFailed</Code><Message>it exists</Message></Error>');
      }
      objects.set(key, body);
      written.set(key, new Date());
      return answer.writeHead(200, { etag: `"${createHash('md5').update(body).digest('hex')}"` }).end();
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return answer.writeHead(204).end();
    }
    const found = objects.get(key);
    if (found === undefined) return xml(404, '<Error><Code>NoSuchKey</Code><Message>no such key</Message></Error>');
    return answer.writeHead(200, { 'content-length': found.length }).end(found);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    get refused() {
      return state.refused;
    },
    get busyFor() {
      return state.busyFor;
    },
    set busyFor(calls: number) {
      state.busyFor = calls;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function isSigned(
  request: IncomingMessage,
  url: URL,
  body: Buffer,
  keys: { accessKey: string; secretKey: string },
): boolean {
  const given =
    /Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)/.exec(
      request.headers.authorization ?? '',
    );
  if (given === null || given[1] !== keys.accessKey) return false;
  const [, , date, region, signedHeaders, signature] = given as unknown as string[];
  const hash = String(request.headers['x-amz-content-sha256']);
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== createHash('sha256').update(body).digest('hex')) return false;
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&');
  const canonical = [
    request.method,
    url.pathname,
    query,
    ...signedHeaders!.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    signedHeaders,
    hash,
  ].join('\n');
  const scope = `${date}/${region}/s3/aws4_request`;
  const text = [
    'AWS4-HMAC-SHA256',
    request.headers['x-amz-date'],
    scope,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');
  const key = [date!, region!, 's3', 'aws4_request'].reduce<Buffer | string>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${keys.secretKey}`,
  );
  return createHmac('sha256', key).update(text).digest('hex') === signature;
}
