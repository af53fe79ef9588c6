import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { Payload, PayloadCodec } from '@temporalio/common';
import { temporal } from '@temporalio/proto';

const { Payload: PayloadProto } = temporal.api.common.v1;

/** Encoding of encrypted payloads. docs/examples/encryption.py specifies the format for other programs. */
const ENCRYPTED = 'binary/encrypted';
const KEY_ID = 'encryption-key-id';

/** Layout of the data: format (1 byte), nonce (12), the protobuf payload encrypted with AES-256-GCM, tag (16). */
const FORMAT = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const MIN_LENGTH = 1 + NONCE_BYTES + TAG_BYTES;

/** Valid key IDs, as in the settings. */
const KEY_ID_FORM = /^[A-Za-z0-9._-]{1,64}$/;
const KEY_BYTES = 32;
export const keyForm = `a key of ${KEY_BYTES} bytes, written as 64 hexadecimal digits or as base64 (generate one with: openssl rand -hex 32)`;

export interface EncryptionKeys {
  /** Keys of 32 bytes by ID. */
  keys: ReadonlyMap<string, KeyObject>;
  /** ID of the key for new payloads; null leaves them unencrypted. */
  currentKey: string | null;
  /** Handling of unencrypted payloads, which are older than encryption or come from a program without a key. */
  plainPayloads: 'accept' | 'refuse';
}

/** Why a payload cannot be read. Only `missing-key` can be fixed later. */
export type EncryptionFault = 'missing-key' | 'plain' | 'undecryptable';

/** A payload cannot be read or written. The message contains the key ID but no content. */
export class EncryptionError extends Error {
  override readonly name = 'EncryptionError';

  constructor(
    message: string,
    readonly fault: EncryptionFault,
  ) {
    super(message);
  }
}

/** Parses a key of 64 hexadecimal digits or base64; undefined if the text is invalid. */
export function parseKey(text: string): KeyObject | undefined {
  if (/^[0-9A-Fa-f]{64}$/.test(text)) return createSecretKey(text, 'hex');
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === KEY_BYTES ? createSecretKey(bytes) : undefined;
}

/** Encrypts complete payloads, including metadata, with AES-256-GCM and a fresh nonce each. */
export function createEncryptionCodec({ keys, currentKey, plainPayloads }: EncryptionKeys): PayloadCodec {
  const encode = (payload: Payload): Payload =>
    currentKey === null ? payload : encrypt(payload, currentKey, keyOf(keys, currentKey));
  const decode = (payload: Payload): Payload => {
    if (textOf(payload.metadata?.encoding) === ENCRYPTED) return decrypt(payload, keys);
    if (plainPayloads === 'accept') return payload;
    throw new EncryptionError(
      'A payload is not encrypted, and encryption.plainPayloads is set to refuse. It is older than encryption, ' +
        'or a program without a key wrote it.',
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
  if (!KEY_ID_FORM.test(keyId)) throw undecryptable('An encrypted payload has no valid key ID.');
  const key = keyOf(keys, keyId);
  const whole = Buffer.from(data ?? []);
  if (whole.length < MIN_LENGTH) throw undecryptable(`A payload encrypted with the key ${keyId} is truncated.`);
  const format = whole[0]!;
  if (format !== FORMAT) {
    throw undecryptable(
      `A payload encrypted with the key ${keyId} has the format ${format}; this version reads format ${FORMAT}.`,
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
      `A payload encrypted with the key ${keyId} cannot be decrypted: it was changed, ` +
        'or the key with this ID is different here.',
    );
  }
  try {
    return PayloadProto.decode(plain);
  } catch {
    throw undecryptable(`Data encrypted with the key ${keyId} is not a payload.`);
  }
}

const undecryptable = (message: string) => new EncryptionError(message, 'undecryptable');

/** Additional authenticated data: format and key ID cannot be replaced either. */
function boundTo(format: number, keyId: string): Buffer {
  return Buffer.concat([Buffer.of(format), Buffer.from(`${ENCRYPTED}\n${keyId}`)]);
}

function keyOf(keys: EncryptionKeys['keys'], keyId: string): KeyObject {
  const key = keys.get(keyId);
  if (key !== undefined) return key;
  throw new EncryptionError(
    `A payload is encrypted with the key ${keyId}, which is missing in encryption.keys. ` +
      'Add the key; decks that need it then continue.',
    'missing-key',
  );
}

function textOf(bytes: Uint8Array | null | undefined): string {
  return bytes ? Buffer.from(bytes).toString('utf8') : '';
}
