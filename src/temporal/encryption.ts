import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { Payload, PayloadCodec } from '@temporalio/common';
import { temporal } from '@temporalio/proto';

const { Payload: PayloadProto } = temporal.api.common.v1;

/** How an encrypted payload looks from outside. docs/encryption.md describes it for programs in other languages. */
const ENCRYPTED = 'binary/encrypted';
const KEY_ID = 'encryption-key-id';

/** The data: format (1 byte), nonce (12), the payload as protobuf encrypted with AES-256-GCM, tag (16). */
const FORMAT = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SHORTEST = 1 + NONCE_BYTES + TAG_BYTES;

/** What a key may be called; the settings refuse others. */
const KEY_ID_FORM = /^[A-Za-z0-9._-]{1,64}$/;
const KEY_BYTES = 32;
export const keyForm = `a key of ${KEY_BYTES} bytes, written as 64 hexadecimal digits or as base64 (openssl rand -hex 32 makes one)`;

export interface EncryptionKeys {
  /** 32 bytes each, by id. */
  keys: ReadonlyMap<string, KeyObject>;
  /** Id of the key that new payloads are written with; null writes them as they are. */
  currentKey: string | null;
  /** What happens to payloads that are not encrypted: they are from before it was turned on, or put there by somebody. */
  plainPayloads: 'accept' | 'refuse';
}

/** Why a payload cannot be read: a missing key can still be added, the others stay. */
export type EncryptionFault = 'missing-key' | 'plain' | 'undecryptable';

/** A payload cannot be read or written; the message names the key and nothing of the content. */
export class EncryptionError extends Error {
  override readonly name = 'EncryptionError';

  constructor(
    message: string,
    readonly fault: EncryptionFault,
  ) {
    super(message);
  }
}

/** The key in a text of 64 hexadecimal digits or base64; undefined when it is neither, or of another length. */
export function parseKey(text: string): KeyObject | undefined {
  if (/^[0-9A-Fa-f]{64}$/.test(text)) return createSecretKey(text, 'hex');
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === KEY_BYTES ? createSecretKey(bytes) : undefined;
}

/** Encrypts payloads whole, metadata included, with AES-256-GCM and a fresh nonce each. */
export function createEncryptionCodec({ keys, currentKey, plainPayloads }: EncryptionKeys): PayloadCodec {
  const encode = (payload: Payload): Payload =>
    currentKey === null ? payload : encrypt(payload, currentKey, keyOf(keys, currentKey));
  const decode = (payload: Payload): Payload => {
    if (textOf(payload.metadata?.encoding) === ENCRYPTED) return decrypt(payload, keys);
    if (plainPayloads === 'accept') return payload;
    throw new EncryptionError(
      'A payload is not encrypted, and encryption.plainPayloads refuses such: whoever wrote it has no key, ' +
        'or it is from before encryption was turned on.',
      'plain',
    );
  };
  return {
    encode: async (payloads) => payloads.map(encode),
    decode: async (payloads) => payloads.map(decode),
  };
}

function encrypt(payload: Payload, keyId: string, key: KeyObject): Payload {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(boundTo(FORMAT, keyId));
  const plain = PayloadProto.encode(payload).finish();
  const data = Buffer.concat([Buffer.of(FORMAT), nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return { metadata: { encoding: Buffer.from(ENCRYPTED), [KEY_ID]: Buffer.from(keyId) }, data };
}

function decrypt({ metadata, data }: Payload, keys: EncryptionKeys['keys']): Payload {
  const keyId = textOf(metadata?.[KEY_ID]);
  if (!KEY_ID_FORM.test(keyId)) throw undecryptable('An encrypted payload does not say which key it is for.');
  const key = keyOf(keys, keyId);
  const whole = Buffer.from(data ?? []);
  if (whole.length < SHORTEST) throw undecryptable(`A payload that is encrypted with the key ${keyId} is cut short.`);
  const format = whole[0]!;
  if (format !== FORMAT) {
    throw undecryptable(
      `A payload that is encrypted with the key ${keyId} has the format ${format}; this version reads format ${FORMAT}.`,
    );
  }
  const nonce = whole.subarray(1, 1 + NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(boundTo(format, keyId));
  decipher.setAuthTag(whole.subarray(-TAG_BYTES));
  let plain: Buffer;
  try {
    plain = Buffer.concat([decipher.update(whole.subarray(1 + NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    throw undecryptable(
      `A payload that is encrypted with the key ${keyId} cannot be decrypted: it was changed, ` +
        'or another key goes by this name here.',
    );
  }
  try {
    return PayloadProto.decode(plain);
  } catch {
    throw undecryptable(`What is encrypted with the key ${keyId} is not a payload.`);
  }
}

const undecryptable = (message: string) => new EncryptionError(message, 'undecryptable');

/** What the tag vouches for beside the content, so that neither can be exchanged. */
function boundTo(format: number, keyId: string): Buffer {
  return Buffer.concat([Buffer.of(format), Buffer.from(`${ENCRYPTED}\n${keyId}`)]);
}

function keyOf(keys: EncryptionKeys['keys'], keyId: string): KeyObject {
  const key = keys.get(keyId);
  if (key !== undefined) return key;
  throw new EncryptionError(
    `A payload is encrypted with the key ${keyId}, which is not among encryption.keys; ` +
      'add it there, and what waits for it goes on.',
    'missing-key',
  );
}

function textOf(bytes: Uint8Array | null | undefined): string {
  return bytes ? Buffer.from(bytes).toString('utf8') : '';
}
