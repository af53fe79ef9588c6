import type { DataConverter } from '@temporalio/common';
import { type EncryptionKeys, keyForm, parseKey } from '../../base/io/encryption';
import { dataConverterOf } from '../../temporal/encryption-converter';

export interface EncryptionOptions {
  /** The same keys under the same ids as in the workers' `encryption.keys`: 64 hexadecimal digits or base64. */
  keys: Readonly<Record<string, string>>;
  /** Id of the key that encrypts new payloads. */
  currentKey: string;
  /** The same as `encryption.plainPayloads` of the workers. Default `accept`. */
  plainPayloads?: EncryptionKeys['plainPayloads'];
}

/**
 * The `dataConverter` of a client if the workers encrypt payloads.
 * @throws TypeError for an invalid key; the message does not contain the key
 */
export function encryptedDataConverter({
  keys,
  currentKey,
  plainPayloads = 'accept',
}: EncryptionOptions): DataConverter {
  const parsed = new Map(
    Object.entries(keys).map(([id, text]) => {
      const key = parseKey(text);
      if (key === undefined) throw new TypeError(`the key ${id} must be ${keyForm}`);
      return [id, key];
    }),
  );
  if (!parsed.has(currentKey)) throw new TypeError(`currentKey must be the id of one of the keys, not ${currentKey}`);
  return dataConverterOf({ keys: parsed, currentKey, plainPayloads });
}
