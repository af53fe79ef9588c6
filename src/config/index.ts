export { isLoopback } from '../io/loopback';
export { effectiveSettings, type PrintableSettings } from './effective';
export type { SecretReference } from './fields';
export { type LoadOptions, loadSettings, SettingsError, type SettingsProblem, settingsFile } from './load';
export { DEMO_ACCOUNT, readSecret, serviceBaseUrl, serviceCredentials } from './secrets';
export { type Settings, settingsSchema } from './settings';
export { unnamedFileWarning } from './unnamed-file';
