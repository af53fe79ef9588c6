import { createSecretKey } from 'node:crypto';
import { EncryptionError, type EncryptionKeys } from '../../src/base/io/encryption';
import { bucketBlobs, encryptedBlobs } from '../../src/decks/documents/bucket-blobs';
import { createDocumentStore, DocumentError } from '../../src/decks/documents/document-store';
import { SHARED } from '../../src/decks/documents/owner';
import { type S3Server, startS3Server } from '../service/files/s3-server';

const ACCESS = { accessKey: 'test-access', secretKey: 'test-secret' };
const TEXT = `# Confidential plan\n${'a line of the plan\n'.repeat(20)}`;
const keyOf = (byte: number) => createSecretKey(Buffer.alloc(32, byte));
const plain: EncryptionKeys = { keys: new Map(), currentKey: null, plainPayloads: 'accept' };
const withKeys = (currentKey: string | null, ...ids: number[]): EncryptionKeys => ({
  keys: new Map(ids.map((id) => [`k${id}`, keyOf(id)])),
  currentKey,
  plainPayloads: 'accept',
});

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server(ACCESS, 'texts');
});
afterAll(() => s3.close());
beforeEach(() => s3.objects.clear());

const storeOf = (keys: EncryptionKeys, more: { endpoint?: string; bucket?: string } = {}) =>
  createDocumentStore(
    encryptedBlobs(
      bucketBlobs({
        endpoint: s3.endpoint,
        bucket: 'texts',
        region: 'eu-central-1',
        prefix: 'team/a',
        section: 'documents.s3',
        retryDelaysMs: [1, 1],
        ...ACCESS,
        ...more,
      }),
      keys,
    ),
    100,
  );

it('stores a long text once below the prefix, and another process reads it', async () => {
  const document = await storeOf(plain).put(TEXT);
  expect(await storeOf(plain).put(TEXT)).toEqual(document);
  expect([...s3.objects.keys()]).toEqual([`team/a/${SHARED}/${document.sha256.slice(0, 2)}/${document.sha256}.md`]);
  expect(await storeOf(plain).get(document)).toBe(TEXT);
});

it('keeps a short text inline and sends nothing', async () => {
  expect(await storeOf(plain).put('short')).toMatchObject({ text: 'short' });
  expect(s3.objects.size).toBe(0);
});

it('stores files', async () => {
  const bytes = Buffer.from([0, 1, 2, 255]);
  const file = await storeOf(plain).putFile('report.docx', bytes);
  expect(await storeOf(plain).getFile(file)).toEqual(bytes);
});

describe('with encryption keys', () => {
  it('stores no readable text, and reads it after the key has changed', async () => {
    const document = await storeOf(withKeys('k1', 1)).put(TEXT);
    const [stored] = s3.objects.values();
    expect(stored!.includes('plan')).toBe(false);
    expect(await storeOf(withKeys('k2', 2, 1)).get(document)).toBe(TEXT);
    expect(await storeOf(withKeys(null, 1)).get(document)).toBe(TEXT);
  });

  it('names a missing key, so that the deck continues once it is added', async () => {
    const document = await storeOf(withKeys('k1', 1)).put(TEXT);
    const reading = storeOf(withKeys('k2', 2)).get(document);
    await expect(reading).rejects.toThrow('A document is encrypted with the key k1, which is missing');
    await expect(reading).rejects.toBeInstanceOf(EncryptionError);
  });

  it('rejects a changed text', async () => {
    const document = await storeOf(withKeys('k1', 1)).put(TEXT);
    const [name, stored] = [...s3.objects][0]!;
    s3.objects.set(name, Buffer.concat([stored.subarray(0, -1), Buffer.of(stored.at(-1)! ^ 1)]));
    await expect(storeOf(withKeys('k1', 1)).get(document)).rejects.toThrow('it was changed');
  });

  it('reads texts from before encryption, unless unencrypted data is refused', async () => {
    const document = await storeOf(plain).put(TEXT);
    expect(await storeOf(withKeys('k1', 1)).get(document)).toBe(TEXT);
    const strict = storeOf({ ...withKeys('k1', 1), plainPayloads: 'refuse' });
    await expect(strict.get(document)).rejects.toThrow('A document is not encrypted');
  });
});

it('says which bucket lacks a document', async () => {
  const document = await storeOf(plain).put(TEXT);
  s3.objects.clear();
  const reading = storeOf(plain).get(document);
  await expect(reading).rejects.toThrow(`is not in the bucket texts at ${s3.endpoint}; all workers`);
  await expect(reading).rejects.toBeInstanceOf(DocumentError);
});

it('reports an outage as an error that can be retried, and recovers', async () => {
  const store = storeOf(plain);
  const document = await store.put(TEXT);
  s3.busyFor = 2;
  expect(await store.get(document)).toBe(TEXT);
  s3.busyFor = 3;
  const error = await store.get(document).catch((refused: Error) => refused);
  expect(error).not.toBeInstanceOf(DocumentError);
  expect((error as Error).message).toBe('the object store responded with 503 (SlowDown)');
  expect(await store.get(document)).toBe(TEXT);
});

it.each([
  [{ endpoint: 'http://127.0.0.1:9' }, 'cannot be used'],
  [{ bucket: 'other' }, 'the bucket other does not exist'],
])('names a bucket that cannot be used (%j), and the section of the settings', async (more, sentence) => {
  const storing = storeOf(plain, more).put(TEXT);
  await expect(storing).rejects.toThrow(sentence);
  await expect(storing).rejects.toThrow('documents.s3');
});
