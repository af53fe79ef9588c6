import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

/** Layout of encrypted bytes: format (1 byte), nonce (12), the bytes encrypted with AES-256-GCM, tag (16). */
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
  /** ID of the key for new data; null leaves it unencrypted. */
  currentKey: string | null;
  /** Handling of unencrypted data, which is older than encryption or comes from a program without a key. */
  plainPayloads: 'accept' | 'refuse';
}

/** Why encrypted data cannot be read. Only `missing-key` can be fixed later. */
type EncryptionFault = 'missing-key' | 'plain' | 'undecryptable';

/** Encrypted data cannot be read or written. The message contains the key ID but no content. */
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

/** What is encrypted: the name in errors, and a label that keeps data of one kind from being used as another. */
export interface Sealed {
  /** Such as `payload`. */
  what: string;
  label: string;
}

/** Encrypts with AES-256-GCM and a fresh nonce. */
export function seal(plain: Uint8Array, keyId: string, { keys }: EncryptionKeys, sealed: Sealed): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(keys, keyId, sealed), nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(boundTo(FORMAT, keyId, sealed));
  return Buffer.concat([Buffer.of(FORMAT), nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** @throws EncryptionError if the key is missing, or the bytes were not encrypted with it for this purpose */
export function unseal(bytes: Uint8Array, keyId: string, { keys }: EncryptionKeys, sealed: Sealed): Buffer {
  const { what } = sealed;
  if (!KEY_ID_FORM.test(keyId)) throw undecryptable(`An encrypted ${what} has no valid key ID.`);
  const key = keyOf(keys, keyId, sealed);
  const whole = Buffer.from(bytes);
  if (whole.length < MIN_LENGTH) throw undecryptable(`A ${what} encrypted with the key ${keyId} is truncated.`);
  const format = whole[0]!;
  if (format !== FORMAT) {
    throw undecryptable(
      `A ${what} encrypted with the key ${keyId} has the format ${format}; this version reads format ${FORMAT}.`,
    );
  }
  const nonce = whole.subarray(1, 1 + NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(boundTo(format, keyId, sealed));
  decipher.setAuthTag(whole.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(whole.subarray(1 + NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    throw undecryptable(
      `A ${what} encrypted with the key ${keyId} cannot be decrypted: it was changed, ` +
        'or the key with this ID is different here.',
    );
  }
}

export const undecryptable = (message: string) => new EncryptionError(message, 'undecryptable');

/** The error for unencrypted data where `encryption.plainPayloads` is `refuse`. */
export function plainRefused({ what }: Sealed): EncryptionError {
  return new EncryptionError(
    `A ${what} is not encrypted, and encryption.plainPayloads is set to refuse. It is older than encryption, ` +
      'or a program without a key wrote it.',
    'plain',
  );
}

/** Additional authenticated data: format and key ID cannot be replaced either. */
function boundTo(format: number, keyId: string, { label }: Sealed): Buffer {
  return Buffer.concat([Buffer.of(format), Buffer.from(`${label}\n${keyId}`)]);
}

function keyOf(keys: EncryptionKeys['keys'], keyId: string, { what }: Sealed): KeyObject {
  const key = keys.get(keyId);
  if (key !== undefined) return key;
  throw new EncryptionError(
    `A ${what} is encrypted with the key ${keyId}, which is missing in encryption.keys. ` +
      'Add the key; decks that need it then continue.',
    'missing-key',
  );
}
