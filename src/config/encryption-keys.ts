import { type EncryptionKeys, keyForm, parseKey } from '../base/io/encryption';
import { readSecret } from './secrets';
import type { Settings } from './settings';
import { SettingsError } from './settings-error';

/** Reads the configured keys. @throws SettingsError, which never contains a key */
export function readEncryptionKeys(
  { encryption: { enabled, keys, currentKey, plainPayloads } }: Pick<Settings, 'encryption'>,
  env?: NodeJS.ProcessEnv,
): EncryptionKeys {
  const read = new Map(
    keys.map(({ id, key: reference }, at) => {
      const setting = `encryption.keys.${at}.key`;
      const key = parseKey(readSecret(reference, setting, env));
      if (key !== undefined) return [id, key];
      const sentence = `${setting} must refer to ${keyForm}.`;
      throw new SettingsError(undefined, [{ key: setting, sentence }]);
    }),
  );
  return { keys: read, currentKey: enabled ? currentKey : null, plainPayloads };
}
