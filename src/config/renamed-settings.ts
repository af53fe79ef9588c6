import { isRecord } from '../core/overlay';

/**
 * Settings of 0.1 under their new names, each within its section. A file with the old name keeps working for one
 * release. `*` is any entry of a list.
 */
const RENAMED: readonly (readonly [section: string, oldKey: string, newKey: string])[] = [
  ['service', 'deadlines', 'timeouts'],
  ['documents', 'largest', 'maxSize'],
  ['download', 'largest', 'maxSize'],
  ['notifications', 'deadline', 'timeout'],
  ['notifications.email', 'kinds', 'eventTypes'],
  ['notifications.webhooks.*', 'kinds', 'eventTypes'],
  ['telemetry.metrics', 'census', 'visibilityPollInterval'],
  ...renamedInProfile('profile.'),
];

function renamedInProfile(prefix = ''): [section: string, oldKey: string, newKey: string][] {
  return [
    [`${prefix}paging`, 'largestPageSize', 'maxPageSize'],
    [`${prefix}designOrder`, 'standard', 'default'],
    [`${prefix}userCount`, 'mostUsers', 'maxUsers'],
  ];
}

/** The settings as written, with the new names. `warn` is called once for each old name. */
export function withNewNames(written: unknown, warn: (sentence: string) => void): unknown {
  return RENAMED.reduce((settings, entry) => renamed(settings, entry, warn), written);
}

/** The same for a file of the form of profiles/default.yaml. */
export function withNewProfileNames(written: unknown, warn: (sentence: string) => void): unknown {
  return renamedInProfile().reduce((profile, entry) => renamed(profile, entry, warn), written);
}

function renamed(
  settings: unknown,
  [section, oldKey, newKey]: readonly [string, string, string],
  warn: (sentence: string) => void,
): unknown {
  const rename = (value: unknown, place: string): unknown => {
    if (!isRecord(value) || !Object.hasOwn(value, oldKey)) return value;
    warn(`${place}.${oldKey} was renamed to ${place}.${newKey} in 0.2. Rename it in the settings file.`);
    const { [oldKey]: old, ...others } = value;
    // A file with both names was already adapted, so the new name takes precedence.
    return { [newKey]: old, ...others };
  };
  return changedAt(settings, section.split('.'), rename);
}

/** The value with every section at the path replaced by the result of `change`. */
function changedAt(
  value: unknown,
  [key, ...below]: string[],
  change: (section: unknown, place: string) => unknown,
  place = '',
): unknown {
  if (key === undefined) return change(value, place);
  const inside = (part: string | number) => (place === '' ? String(part) : `${place}.${part}`);
  if (key === '*') {
    return Array.isArray(value) ? value.map((item, at) => changedAt(item, below, change, inside(at))) : value;
  }
  if (!isRecord(value) || !Object.hasOwn(value, key)) return value;
  return { ...value, [key]: changedAt(value[key], below, change, inside(key)) };
}
