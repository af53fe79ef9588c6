import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { defaultServiceProfile } from '../contract/profile';
import type { Settings } from './settings';
import { settingsSchema } from './settings';

/** Settings in the words of the file. */
export type PrintableSettings = z.input<typeof settingsSchema>;

/**
 * The settings as `deck config` prints them: durations and sizes as text again, so that the output is itself a valid
 * settings file. The service profile is left out where it is the built-in one. Secrets appear as what names them; the settings never hold their values.
 */
export function effectiveSettings(settings: Settings): PrintableSettings {
  const { profile, ...rest } = z.encode(settingsSchema, settings) as NonNullable<PrintableSettings>;
  return isDeepStrictEqual(settings.profile, defaultServiceProfile) ? rest : { ...rest, profile };
}
