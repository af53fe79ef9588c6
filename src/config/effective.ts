import { z } from 'zod';
import type { Settings } from './settings';
import { settingsSchema } from './settings';

/** Settings in the words of the file. */
export type PrintableSettings = z.input<typeof settingsSchema>;

/**
 * The settings as `deck config` prints them: durations and sizes as text again, so that the output is itself a valid
 * settings file. Secrets appear as what names them; the settings never hold their values.
 */
export function effectiveSettings(settings: Settings): PrintableSettings {
  return z.encode(settingsSchema, settings);
}
