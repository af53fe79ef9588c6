import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { defaultServiceProfile } from '../contract/profile';
import type { Settings } from './settings';
import { settingsSchema } from './settings';
import { withoutInternalDefaults } from './shape';

/** Settings in the notation of the file. */
export type PrintableSettings = z.input<typeof settingsSchema>;

/**
 * The settings as `deck config` prints them: durations and sizes are text again, so that the output is a valid settings
 * file. Internal settings and the built-in compatibility profile are omitted. Secrets stay references; the settings never contain their values.
 */
export function effectiveSettings(settings: Settings): PrintableSettings {
  const [written, defaults] = [settings, settingsSchema.parse({})].map((each) => z.encode(settingsSchema, each));
  const shown = withoutInternalDefaults(settingsSchema, written, defaults);
  const { profile, ...rest } = shown as NonNullable<PrintableSettings>;
  return isDeepStrictEqual(settings.profile, defaultServiceProfile) ? rest : { ...rest, profile };
}
