/** The release of the Temporal CLI to install: server 1.29.1, UI 2.42.1. */
export const temporalRelease = {
  version: 'v1.5.1',
  /** Hash of the Go module, as in go.sum. It covers the module's own go.sum, which pins the dependencies. */
  moduleHash: 'h1:0RZMk14BWxz44Xg6ciDQvpfAMffoG3J7/K03ql80teY=',
  /** SHA-256 of the published archives, by `process.platform` and `process.arch`. */
  archives: {
    'darwin-arm64': 'cca01b7ea35ad56e2a328d9ae596bf716bd22313ef63c7a761c88354457c2415',
    'darwin-x64': 'bbb73e2a31135abe50a1f1cdb35030c42961df618e8ce9c60ae89f201540c5d9',
    'linux-arm64': 'bd1b0db9f18b051026de8bf6cc1505f2510f14bbb7a8b9a4a91fff46c77454f5',
    'linux-x64': 'ddc95e08b0b076efd4ea9733a3f488eb7d2be875f8834e616cd2a37358b4852d',
  } as Record<string, string>,
} as const;

export interface Archive {
  url: string;
  /** In hexadecimal digits. */
  sha256: string;
}

/** The archive for a system; undefined without a checksum, so that nothing unverified is downloaded. */
export function archiveFor(platform: string, arch: string): Archive | undefined {
  const { version, archives } = temporalRelease;
  const sha256 = archives[`${platform}-${arch}`];
  if (sha256 === undefined) return undefined;
  const name = `temporal_cli_${version.slice(1)}_${platform}_${arch === 'x64' ? 'amd64' : arch}.tar.gz`;
  return { url: `https://github.com/temporalio/cli/releases/download/${version}/${name}`, sha256 };
}
