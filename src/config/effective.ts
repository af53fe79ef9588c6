import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { defaultServiceProfile } from '../contract/profile';
import type { Settings } from './settings';
import { settingsSchema } from './settings';

/** Settings in the notation of the file. */
export type PrintableSettings = z.input<typeof settingsSchema>;

/**
 * The settings as `deck config` prints them: durations and sizes are text again, so that the output is a valid settings
 * file. The built-in compatibility profile is omitted. Secrets stay references; the settings never contain their values.
 */
export function effectiveSettings(settings: Settings): PrintableSettings {
  const { profile, ...rest } = z.encode(settingsSchema, settings) as NonNullable<PrintableSettings>;
  return isDeepStrictEqual(settings.profile, defaultServiceProfile) ? rest : { ...rest, profile };
}
