import { NotInstalled } from './executable-install';

/** A release of the Temporal CLI, which contains the server and its UI. */
export interface TemporalRelease {
  version: string;
  /** Version of the server in it. */
  server: string;
  /** SHA-256 of the executable, by `process.platform` and `process.arch`. */
  sha256: Readonly<Record<string, string>>;
}

/** The release to install, with its day of publication; UI 2.54.1. test/temporal/executable fails when it is too old. */
export const temporalRelease: TemporalRelease & { published: string } = {
  version: '1.9.1',
  server: '1.32.0',
  published: '2026-09-14',
  sha256: {
    'darwin-arm64': '33c298d41f6eefebf01a28a3511f444480e939e21d3518cb0c12a4abad467c4b',
    'darwin-x64': 'd5776986d343fb789f49e4e7b6d3faca931c0877b71c6d4a7ac39dba467155cc',
    'linux-arm64': '667e9403cb2faaf439ecaa7eb7190e0d08521de6c9118da7fd26ad594281271d',
    'linux-x64': '712217694cac9f786a72d4b6c876cd15f3dcf1bf31434d9fed6af25242a327a0',
  },
};

/** The checksum for this system. @throws NotInstalled without one, so that nothing unverified is installed */
export function checksumOf({ version, sha256 }: TemporalRelease): string {
  const system = `${process.platform}-${process.arch}`;
  const found = sha256[system];
  if (found === undefined) throw new NotInstalled(`release ${version} has no checksum for ${system}`);
  return found;
}
