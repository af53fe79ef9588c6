import { createSecretKey, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import { EncryptionError, type EncryptionKeys } from '../../src/base/io/encryption';
import { settingsSchema } from '../../src/config';
import { readEncryptionKeys } from '../../src/config/encryption-keys';
import { encryptedDataConverter } from '../../src/decks/api';
import { createEncryptionCodec } from '../../src/temporal/encryption';

const key = () => createSecretKey(randomBytes(32));
const [k1, k2] = [key(), key()];
const codecOf = (keys: EncryptionKeys['keys'], currentKey: string | null = 'k1', plainPayloads = 'accept' as const) =>
  createEncryptionCodec({ keys, currentKey, plainPayloads });
const codec = codecOf(new Map([['k1', k1]]));
const secret = { title: 'Quarterly figures of the lighthouse', pages: Array.from({ length: 40 }, (_, page) => page) };
const payload = defaultPayloadConverter.toPayload(secret)!;
const encrypt = async (with_ = codec) => (await with_.encode([payload]))[0]!;
const decrypt = async (encrypted: Payload, with_ = codec) => (await with_.decode([encrypted]))[0]!;
const text = (bytes?: Uint8Array | null) => Buffer.from(bytes ?? []).toString('utf8');
/** The error for a payload that cannot be read; the whole error, so that nothing hides in a cause. */
const refusal = (encrypted: Payload, with_ = codec) =>
  decrypt(encrypted, with_).then(
    () => undefined,
    (error: unknown) => {
      expect(error).toBeInstanceOf(EncryptionError);
      expect(inspect(error, { depth: 9 })).not.toMatch(/lighthouse|Quarterly/);
      return (error as Error).message;
    },
  );

describe('an encrypted payload', () => {
  it('comes back as it was, metadata included', async () => {
    const back = await decrypt(await encrypt());
    expect(defaultPayloadConverter.fromPayload(back)).toEqual(secret);
    expect(text(back.metadata!.encoding)).toBe('json/plain');
  });

  it('shows its encoding and the id of its key, and nothing else', async () => {
    const { metadata, data, ...rest } = await encrypt();
    expect(Object.fromEntries(Object.entries(metadata!).map(([name, value]) => [name, text(value)]))).toEqual({
      encoding: 'binary/encrypted',
      'encryption-key-id': 'k1',
    });
    expect(Buffer.from(data!).toString('latin1')).not.toMatch(/lighthouse|json/);
    expect(rest).toEqual({});
  });

  it('is what other programs make of it: one that docs/examples/encryption.py has written', async () => {
    const bytes = (first: number, length: number) => Buffer.from(Array.from({ length }, (_, index) => first + index));
    const data = Buffer.from(
      'AWRlZmdoaWprbG1ub0IN1G4chzXxWgsxj8hvAI4trCl65w2aHLXcjg6JzMhoxJA0qCN8uaFu/vEJ42BfU2SX9MkiYmo=',
      'base64',
    );
    expect(data.subarray(0, 13)).toEqual(Buffer.concat([Buffer.of(1), bytes(100, 12)]));
    const metadata = { encoding: Buffer.from('binary/encrypted'), 'encryption-key-id': Buffer.from('k1') };
    const known = codecOf(new Map([['k1', createSecretKey(bytes(0, 32))]]));
    expect(defaultPayloadConverter.fromPayload(await decrypt({ metadata, data }, known))).toBe('From Python');
  });

  it('has a nonce of its own each time', async () => {
    const nonces = await Promise.all(Array.from({ length: 2_000 }, () => encrypt()));
    expect(new Set(nonces.map(({ data }) => Buffer.from(data!.subarray(1, 13)).toString('hex'))).size).toBe(2_000);
  });

  it('fits in the 400 bytes of a summary when the summary has 200 and the key a usual name', async () => {
    const summary = defaultPayloadConverter.toPayload('幻'.repeat(66))!;
    const [{ metadata, data }] = (await codec.encode([summary])) as [Payload];
    const named = Object.entries(metadata!).reduce((sum, [name, value]) => sum + name.length + value.length + 6, 0);
    expect(named + data!.length + 6).toBeLessThanOrEqual(400);
  });

  it('is refused after any single bit of it has changed', async () => {
    const encrypted = await encrypt();
    const bits = encrypted.data!.length * 8;
    expect(bits).toBeGreaterThan(1_000);
    const said = new Map<string, number>();
    for (let bit = 0; bit < bits; bit++) {
      const data = Uint8Array.from(encrypted.data!);
      data[bit >> 3]! ^= 1 << (bit & 7);
      const message = await refusal({ ...encrypted, data });
      expect(message).toContain('encrypted with the key k1');
      const kind = message!.replace(/\d+;/, 'N;');
      said.set(kind, (said.get(kind) ?? 0) + 1);
    }
    expect([...said.values()]).toEqual([8, bits - 8]);
  });

  it('is refused when it is cut anywhere, or when something is added', async () => {
    const encrypted = await encrypt();
    for (let length = 0; length < encrypted.data!.length; length++) {
      expect(await refusal({ ...encrypted, data: encrypted.data!.subarray(0, length) })).toContain('the key k1');
    }
    const longer = Buffer.concat([encrypted.data!, Buffer.of(0)]);
    expect(await refusal({ ...encrypted, data: longer })).toContain('cannot be decrypted');
    const { data: _, ...empty } = encrypted;
    expect(await refusal(empty)).toBe('A payload encrypted with the key k1 is truncated.');
  });

  it('is refused with the nonce or the tag of another one, and 500 times with random ones', async () => {
    const [encrypted, other] = [await encrypt(), await encrypt()];
    const patched = (from: Uint8Array, start: number) => {
      const data = Uint8Array.from(encrypted.data!);
      data.set(from, start < 0 ? data.length + start : start);
      return { ...encrypted, data };
    };
    const pieces: [Uint8Array, number][] = [
      [other.data!.subarray(1, 13), 1],
      [other.data!.subarray(-16), -16],
      ...Array.from({ length: 250 }, (): [Uint8Array, number] => [randomBytes(12), 1]),
      ...Array.from({ length: 250 }, (): [Uint8Array, number] => [randomBytes(16), -16]),
    ];
    for (const [bytes, start] of pieces) {
      expect(await refusal(patched(bytes, start))).toBe(
        'A payload encrypted with the key k1 cannot be decrypted: it was changed, or the key with this ID is different here.',
      );
    }
  });

  it('is bound to the id of its key: the same key under another name does not open it', async () => {
    const encrypted = await encrypt();
    const both = codecOf(
      new Map([
        ['k1', k1],
        ['k2', k1],
      ]),
    );
    const renamed = { ...encrypted, metadata: { ...encrypted.metadata, 'encryption-key-id': Buffer.from('k2') } };
    expect(await refusal(renamed, both)).toContain('encrypted with the key k2 cannot be decrypted');
  });

  it.each([
    ['none', undefined],
    ['empty', ''],
    ['a line of its own', 'k1\n'],
    ['too long', 'k'.repeat(65)],
  ])('is refused when the id of its key is %s, without repeating it', async (_, id) => {
    const encrypted = await encrypt();
    const metadata: Record<string, Uint8Array> = { encoding: encrypted.metadata!.encoding! };
    if (id !== undefined) metadata['encryption-key-id'] = Buffer.from(id);
    expect(await refusal({ ...encrypted, metadata })).toBe('An encrypted payload has no valid key ID.');
  });
});

describe('rotation', () => {
  const both = new Map([
    ['k1', k1],
    ['k2', k2],
  ]);

  it('old payloads are read by their id, new ones written with the current key', async () => {
    const old = await encrypt();
    const rotated = codecOf(both, 'k2');
    expect(defaultPayloadConverter.fromPayload(await decrypt(old, rotated))).toEqual(secret);
    const fresh = await encrypt(rotated);
    expect(text(fresh.metadata!['encryption-key-id'])).toBe('k2');
    expect(await refusal(fresh)).toBe(
      'A payload is encrypted with the key k2, which is missing in encryption.keys. Add the key; decks that need it then continue.',
    );
  });

  it('turned off again, new payloads are plain and old ones still read', async () => {
    const off = codecOf(both, null);
    expect(await encrypt(off)).toBe(payload);
    expect(defaultPayloadConverter.fromPayload(await decrypt(await encrypt(), off))).toEqual(secret);
  });
});

describe('payloads that are not encrypted', () => {
  it('are passed through, for histories from before', async () => {
    expect(await decrypt(payload)).toBe(payload);
  });

  it('are refused where the settings say so', async () => {
    const strict = createEncryptionCodec({ keys: new Map([['k1', k1]]), currentKey: 'k1', plainPayloads: 'refuse' });
    expect(await refusal(payload, strict)).toMatch(/^A payload is not encrypted/);
    expect(defaultPayloadConverter.fromPayload(await decrypt(await encrypt(), strict))).toEqual(secret);
  });
});

describe('keys', () => {
  const hex = randomBytes(32).toString('hex');
  const settings = (encryption: object) => settingsSchema.parse({ encryption });
  const folder = mkdtempSync(join(tmpdir(), 'deck-keys-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const fromFile = (content: string) => {
    const file = join(folder, 'key');
    writeFileSync(file, content);
    return readEncryptionKeys(settings({ enabled: true, currentKey: 'k1', keys: [{ id: 'k1', key: { file } }] }), {});
  };

  it.each([
    ['hexadecimal digits', hex],
    ['the same in capitals, with a line end', `${hex.toUpperCase()}\n`],
    ['base64', Buffer.from(hex, 'hex').toString('base64')],
    ['base64url', Buffer.from(hex, 'hex').toString('base64url')],
  ])('are read as %s', (_, content) => {
    expect(fromFile(content).keys.get('k1')!.export().toString('hex')).toBe(hex);
  });

  it.each([
    ['31 bytes', hex.slice(2)],
    ['33 bytes in base64', Buffer.from(`${hex}00`, 'hex').toString('base64')],
    ['a password', 'correct horse battery staple'],
  ])('of %s are refused with a sentence that does not repeat them', (_, content) => {
    const sentence =
      'encryption.keys.0.key must refer to a key of 32 bytes, written as 64 hexadecimal digits or as base64 (generate one with: openssl rand -hex 32).';
    expect(() => fromFile(content)).toThrow(sentence);
  });

  it('are not shown by anything that prints what holds them', () => {
    expect(inspect(fromFile(hex), { depth: 9, showHidden: true })).not.toContain(hex);
  });

  it.each<[string, object, string]>([
    ['none while it is enabled', { enabled: true }, 'is required while encryption.enabled is true'],
    [
      'one that is not there',
      { enabled: true, currentKey: 'k9' },
      'must be the id of one of encryption.keys, not "k9"',
    ],
    [
      'the same id twice',
      { keys: ['A', 'B'].map((name) => ({ id: 'k1', key: { env: name } })) },
      'is used twice: "k1"',
    ],
    [
      'a page of another machine without TLS',
      { codecServer: { origins: ['http://ui.example.com'] } },
      'must be an https',
    ],
    ['a page with a path', { codecServer: { origins: ['https://ui.example.com/x'] } }, 'must be an origin'],
  ])('%s: the settings say what is wrong', (_, encryption, message) => {
    const { error } = settingsSchema.safeParse({ encryption });
    expect(error!.issues.map((issue) => issue.message).join()).toContain(message);
  });

  it('of programs are checked the same', () => {
    expect(() => encryptedDataConverter({ keys: { k1: 'short' }, currentKey: 'k1' })).toThrow(
      'the key k1 must be a key of 32 bytes',
    );
    expect(() => encryptedDataConverter({ keys: { k1: hex }, currentKey: 'k2' })).toThrow('not k2');
    expect(encryptedDataConverter({ keys: { k1: hex }, currentKey: 'k1' }).payloadCodecs).toHaveLength(1);
  });
});
