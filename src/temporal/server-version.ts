/** Whether a server cannot read the database of another: its minor version is older. Patch releases share a schema. */
export function isOlderServer(version: string, other: string): boolean {
  return minorOf(version) < minorOf(other);
}

/** A version as one number, for `PRAGMA user_version`: `1.32.0` is 1032000. */
export function numberOf(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return (major * 1000 + minor) * 1000 + patch;
}

export function versionOf(number: number): string {
  return [Math.floor(number / 1_000_000), Math.floor(number / 1000) % 1000, number % 1000].join('.');
}

const minorOf = (version: string) => Math.floor(numberOf(version) / 1000);
