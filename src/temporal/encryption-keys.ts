import { readSecret, type Settings, SettingsError } from '../config';
import { type EncryptionKeys, keyForm, parseKey } from './encryption';

/** The keys that the settings name, read. @throws SettingsError without a key in it */
export function readEncryptionKeys(
  { encryption: { enabled, keys, currentKey, plainPayloads } }: Settings,
  env?: NodeJS.ProcessEnv,
): EncryptionKeys {
  const read = new Map(
    keys.map(({ id, key: reference }, at) => {
      const setting = `encryption.keys.${at}.key`;
      const key = parseKey(readSecret(reference, setting, env));
      if (key !== undefined) return [id, key];
      const sentence = `${setting} must name ${keyForm}.`;
      throw new SettingsError(undefined, [{ key: setting, sentence }]);
    }),
  );
  return { keys: read, currentKey: enabled ? currentKey : null, plainPayloads };
}
