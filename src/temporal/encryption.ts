import type { Payload, PayloadCodec } from '@temporalio/common';
import { temporal } from '@temporalio/proto';
import { type EncryptionKeys, plainRefused, type Sealed, seal, undecryptable, unseal } from '../base/io/encryption';

const { Payload: PayloadProto } = temporal.api.common.v1;

/** Encoding of encrypted payloads. docs/examples/encryption.py specifies the format for other programs. */
const ENCRYPTED = 'binary/encrypted';
const KEY_ID = 'encryption-key-id';
const PAYLOAD: Sealed = { what: 'payload', label: ENCRYPTED };

/** Encrypts complete payloads, including metadata, with AES-256-GCM and a fresh nonce each. */
export function createEncryptionCodec(keys: EncryptionKeys): PayloadCodec {
  const { currentKey, plainPayloads } = keys;
  const encode = (payload: Payload): Payload => (currentKey === null ? payload : encrypt(payload, currentKey, keys));
  const decode = (payload: Payload): Payload => {
    if (textOf(payload.metadata?.encoding) === ENCRYPTED) return decrypt(payload, keys);
    if (plainPayloads === 'accept') return payload;
    throw plainRefused(PAYLOAD);
  };
  return {
    encode: async (payloads) => payloads.map(encode),
    decode: async (payloads) => payloads.map(decode),
  };
}

function encrypt(payload: Payload, keyId: string, keys: EncryptionKeys): Payload {
  const data = seal(PayloadProto.encode(payload).finish(), keyId, keys, PAYLOAD);
  return { metadata: { encoding: Buffer.from(ENCRYPTED), [KEY_ID]: Buffer.from(keyId) }, data };
}

function decrypt({ metadata, data }: Payload, keys: EncryptionKeys): Payload {
  const keyId = textOf(metadata?.[KEY_ID]);
  const plain = unseal(data ?? new Uint8Array(), keyId, keys, PAYLOAD);
  try {
    return PayloadProto.decode(plain);
  } catch {
    throw undecryptable(`Data encrypted with the key ${keyId} is not a payload.`);
  }
}

function textOf(bytes: Uint8Array | null | undefined): string {
  return bytes ? Buffer.from(bytes).toString('utf8') : '';
}
