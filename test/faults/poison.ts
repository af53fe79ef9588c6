import { createCipheriv, randomBytes } from 'node:crypto';
import type { Payload } from '@temporalio/common';
import { parseKey } from '../../src/base/io/encryption';
import { createEncryptionCodec } from '../../src/temporal/encryption';

/** What a client with the right to write can put on the wire, made by hand. */
const bytes = (text: string) => Buffer.from(text);
const payload = (encoding: string | undefined, data?: Uint8Array): Payload => ({
  metadata: encoding === undefined ? {} : { encoding: bytes(encoding) },
  ...(data === undefined ? {} : { data }),
});

export const APPROVE = { revision: 1, decision: 'approve', reviewer: 'mallory' };
export const json = (value: unknown): Payload => payload('json/plain', bytes(JSON.stringify(value)));

export interface Poison {
  payloads?: Payload[];
  /** Unreadable; the others can be read, and are not messages. */
  unread?: boolean;
}

export const PLAIN_POISON: Record<string, Poison> = {
  'JSON that is not': { payloads: [payload('json/plain', bytes('{"revision": 1,'))], unread: true },
  'JSON with a second argument that is not': {
    payloads: [json(APPROVE), payload('json/plain', bytes('nope'))],
    unread: true,
  },
  'JSON of invalid UTF-8': { payloads: [payload('json/plain', Buffer.of(0xff, 0xfe, 0x22))], unread: true },
  'JSON without data': { payloads: [payload('json/plain')], unread: true },
  'an unknown encoding': { payloads: [payload('x/unheard-of', bytes('{}'))], unread: true },
  'the encoding of the product’s own mark': {
    payloads: [payload('binary/unreadable', bytes('{"reason":"<script>"}'))],
    unread: true,
  },
  'no encoding': { payloads: [payload(undefined, bytes('{}'))], unread: true },
  'an empty payload': { payloads: [{}], unread: true },
  'json/protobuf': { payloads: [payload('json/protobuf', bytes('{}'))], unread: true },
  'binary/protobuf': { payloads: [payload('binary/protobuf', Buffer.of(8, 1))], unread: true },
  'binary/null': { payloads: [payload('binary/null')] },
  'binary/plain': { payloads: [payload('binary/plain', bytes('bytes'))] },
  'no payload at all': {},
  '50 payloads': { payloads: Array.from({ length: 50 }, () => json('x')) },
  'JSON 100,000 deep': {
    payloads: [payload('json/plain', bytes('['.repeat(100_000) + ']'.repeat(100_000)))],
  },
  'an outline 100,000 deep': {
    payloads: [
      payload(
        'json/plain',
        bytes(
          `{"revision":1,"decision":"edit","outline":${'{"value":"a","children":['.repeat(70_000)}${']}'.repeat(70_000)}}`,
        ),
      ),
    ],
  },
  'a text of 1.5 MB': { payloads: [json('x'.repeat(1_500_000))] },
};

const KEY = { 'encryption-key-id': bytes('k1') };
const encrypted = (metadata: Record<string, Uint8Array>, data?: Uint8Array): Payload => ({
  metadata: { encoding: bytes('binary/encrypted'), ...metadata },
  ...(data === undefined ? {} : { data }),
});

/** A payload that is encrypted rightly with this key; its content is whatever is given. */
export async function sealed(key: string, content: Payload, id = 'k1'): Promise<Payload> {
  const codec = createEncryptionCodec({
    keys: new Map([[id, parseKey(key)!]]),
    currentKey: id,
    plainPayloads: 'accept',
  });
  return (await codec.encode([content]))[0]!;
}

/** Faults of payloads that say they are encrypted with `k1`. */
export async function encryptedPoison(key: string): Promise<Record<string, Poison>> {
  const good = await sealed(key, json(APPROVE));
  const badTag = Uint8Array.from(good.data!);
  badTag[badTag.length - 1]! ^= 1;
  const format9 = Uint8Array.from(good.data!);
  format9[0] = 9;
  return {
    'a bad tag': { payloads: [{ ...good, data: badTag }], unread: true },
    'garbage in place of the ciphertext': { payloads: [encrypted(KEY, randomBytes(60))], unread: true },
    'a ciphertext that is cut short': { payloads: [encrypted(KEY, good.data!.subarray(0, 20))], unread: true },
    'an unknown format': { payloads: [encrypted(KEY, format9)], unread: true },
    'no key id': { payloads: [encrypted({}, good.data!)], unread: true },
    'no data': { payloads: [encrypted(KEY)], unread: true },
    'the right key around something that is not a payload': {
      payloads: [encrypted(KEY, notAPayload(key))],
      unread: true,
    },
    'the right key around JSON that is not': {
      payloads: [await sealed(key, payload('json/plain', bytes('{"revision": 1,')))],
      unread: true,
    },
  };
}

/** Only a holder of the key can make it: encrypted rightly, and the plain text is not a message of protobuf. */
function notAPayload(key: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', parseKey(key)!, nonce, { authTagLength: 16 });
  cipher.setAAD(Buffer.concat([Buffer.of(1), bytes('binary/encrypted\nk1')]));
  return Buffer.concat([
    Buffer.of(1),
    nonce,
    cipher.update(Buffer.of(0x0a, 0xff, 0xff, 0xff)),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}
