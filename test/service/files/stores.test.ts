import { createSecretKey } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { EncryptionError, type EncryptionKeys } from '../../../src/base/io/encryption';
import { createDirectoryStore } from '../../../src/service/files/directory-store';
import { encryptedFiles } from '../../../src/service/files/encrypted-files';
import type { FileStore } from '../../../src/service/files/file-store';
import { MissingFile } from '../../../src/service/files/file-store';
import { newFileKey } from '../../../src/service/files/keys';
import { createS3Store } from '../../../src/service/files/s3-store';
import { type S3Server, startS3Server } from './s3-server';

const KEYS = { accessKey: 'test-access', secretKey: 'test-secret', section: 'server.files' };
let s3: S3Server;
let directory: string;
beforeAll(async () => {
  s3 = await startS3Server(KEYS, 'decks');
  directory = mkdtempSync(join(tmpdir(), 'deck-files-'));
});
afterAll(async () => {
  await s3.close();
  rmSync(directory, { recursive: true });
});

const inBucket = (more = {}) =>
  createS3Store({ endpoint: s3.endpoint, bucket: 'decks', region: 'eu-central-1', prefix: 'team/a', ...KEYS, ...more });
const keyring = (currentKey: string | null, ...ids: string[]): EncryptionKeys => ({
  keys: new Map(ids.map((id) => [id, createSecretKey(Buffer.alloc(32, id))])),
  currentKey,
  plainPayloads: 'accept',
});
const stores: [string, () => Promise<FileStore>][] = [
  ['a directory', () => createDirectoryStore(directory)],
  ['an S3 bucket', () => inBucket()],
  ['an encrypted directory', async () => encryptedFiles(await createDirectoryStore(directory), keyring('k1', 'k1'))],
  ['an encrypted bucket', async () => encryptedFiles(await inBucket(), keyring('k1', 'k1'))],
];

describe('encrypted files', () => {
  const stored = (key: string) => join(directory, key.slice(0, 2), key);
  const open = async (keys: EncryptionKeys) => encryptedFiles(await createDirectoryStore(directory), keys);
  const large = Buffer.alloc(2_500_000, 'confidential ');

  it('have nothing readable on the disk, in parts of which none can be missing, moved or exchanged', async () => {
    const store = await open(keyring('k1', 'k1'));
    const [key, other] = [newFileKey(), newFileKey()];
    await store.write(key, large);
    await store.write(other, large);
    const bytes = readFileSync(stored(key));
    expect(bytes.includes('confidential')).toBe(false);
    const part = 1024 * 1024 + 29;
    const start = bytes.length - 2 * part - ((large.length % (1024 * 1024)) + 29);
    const damaged: Buffer[] = [
      bytes.subarray(0, start + 2 * part),
      Buffer.concat([bytes.subarray(0, start), bytes.subarray(start + part)]),
      Buffer.concat([bytes.subarray(0, -1), Buffer.of(bytes.at(-1)! ^ 1)]),
      readFileSync(stored(other)),
      bytes.subarray(0, start),
    ];
    for (const each of damaged) {
      writeFileSync(stored(key), each);
      await expect(store.read(key).then(buffer)).rejects.toThrow(EncryptionError);
    }
  });

  it('are read with an earlier key, and files from before encryption only if that is permitted', async () => {
    const [key, plain] = [newFileKey(), newFileKey()];
    await (await open(keyring('k1', 'k1'))).write(key, large);
    await (await open(keyring(null))).write(plain, large);
    const rotated = await open(keyring('k2', 'k1', 'k2'));
    for (const each of [key, plain]) expect((await buffer(await rotated.read(each))).equals(large)).toBe(true);
    const strict = await open({ ...keyring('k1', 'k1'), plainPayloads: 'refuse' });
    await expect(strict.read(plain).then(buffer)).rejects.toThrow('is not encrypted');
    await expect((await open(keyring('k2', 'k2'))).read(key).then(buffer)).rejects.toThrow('k1, which is missing');
  });
});

describe.each(stores)('files in %s', (_, open) => {
  const keysOf = async (files: AsyncIterable<string>) => {
    const found: string[] = [];
    for await (const key of files) found.push(key);
    return found;
  };

  it('are read as they were written, replaced as a whole, and gone when removed', async () => {
    const store = await open();
    const key = newFileKey();
    await store.write(key, Buffer.from([0, 1, 2, 255]));
    expect(await buffer(await store.read(key))).toEqual(Buffer.from([0, 1, 2, 255]));
    const large = Buffer.alloc(3_000_000, 'x');
    await store.write(key, large);
    expect((await buffer(await store.read(key))).equals(large)).toBe(true);
    await store.remove(key);
    await store.remove(key);
    await expect(store.read(key).then(buffer)).rejects.toThrow(MissingFile);
  });

  it('are let go before they were read, or halfway, and the rest is not missed', async () => {
    const store = await open();
    const key = newFileKey();
    const large = Buffer.alloc(3_000_000, 'x');
    await store.write(key, large);
    (await store.read(key)).destroy();
    for await (const chunk of await store.read(key)) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    // An unhandled error would arrive by now.
    await delay(100);
    expect((await buffer(await store.read(key))).equals(large)).toBe(true);
  });

  it('are listed by age', async () => {
    const store = await open();
    const key = newFileKey();
    await store.write(key, Buffer.from('x'));
    expect(await keysOf(store.olderThan(-60_000))).toContain(key);
    expect(await keysOf(store.olderThan(60_000))).not.toContain(key);
  });

  it.each(['', '..', '../../etc/passwd', 'ab/../../x', 'AB'.repeat(10), 'x'.repeat(100), `${'a'.repeat(10)}/b`])(
    'refuse the key %j',
    async (key) => {
      const store = await open();
      await expect((async () => store.write(key, Buffer.from('x')))()).rejects.toThrow('not a file key');
      await expect((async () => store.read(key))()).rejects.toThrow('not a file key');
    },
  );
});

describe('a bucket', () => {
  it('holds keys below its prefix', async () => {
    const key = newFileKey();
    await (await inBucket()).write(key, Buffer.from('x'));
    expect([...s3.objects.keys()]).toContain(`team/a/${key.slice(0, 2)}/${key}`);
  });

  it('is listed to its end, however many pages that takes', async () => {
    const store = await inBucket({ prefix: 'paged' });
    const keys = Array.from({ length: 8 }, newFileKey);
    for (const key of keys) await store.write(key, Buffer.from('x'));
    const found: string[] = [];
    for await (const key of store.olderThan(-60_000)) found.push(key);
    expect(found.sort()).toEqual(keys.sort());
  });

  it('that is busy gets the request again, then the error is reported', async () => {
    const store = await inBucket({ retryDelaysMs: [1, 1] });
    const key = newFileKey();
    s3.busyFor = 1;
    await store.write(key, Buffer.from('x'));
    expect(await buffer(await store.read(key))).toEqual(Buffer.from('x'));
    s3.busyFor = 3;
    await expect(store.read(key)).rejects.toThrow('the object store responded with 503 (SlowDown)');
    expect(s3.busyFor).toBe(0);
  });

  it('without the file says so when it is read', async () => {
    const store = await inBucket();
    await expect(store.read(newFileKey())).rejects.toThrow(/^the file [a-z0-9]+ is not in the file store$/);
  });

  it.each([
    [{ secretKey: 'wrong' }, 'it rejects these keys (403); check server.files.'],
    [{ bucket: 'other' }, 'the bucket other does not exist'],
    [{ endpoint: 'http://127.0.0.1:9' }, 'cannot be used'],
  ])('that cannot be used (%j) is named in one sentence', async (more, sentence) => {
    await expect(inBucket(more)).rejects.toThrow(sentence);
  });
});
