import { join } from 'node:path';
import { type Install, install, NotInstalled, run } from '../../src/temporal/executable-install';

const TIMEOUT_MS = 45 * 60_000;

/** A main package of a Go module. */
export interface GoProgram {
  /** For progress messages. */
  what: string;
  module: string;
  version: string;
  /** Hash of the module, as in go.sum. It covers the module's own go.sum, which pins the dependencies. */
  moduleHash: string;
  /** The package, as a path in the module: `./cmd/server`. */
  main: string;
  minutes: number;
}

/** Builds a program from its Go module after verifying the module's hash. @returns its path, the target */
export function buildGoProgram(
  program: GoProgram,
  { go, target, env, onProgress }: Install & { go: string },
): Promise<string> {
  const { what, module, version, main, minutes } = program;
  return install(target, { onProgress }, async (directory) => {
    onProgress(`Building ${what} with Go (once, about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}) ...`);
    const began = Date.now();
    const alive = setInterval(() => {
      onProgress(`Still building ${what} (${Math.round((Date.now() - began) / 1000)} s) ...`);
    }, 30_000);
    // The user's GOFLAGS, workspace and cross-compilation target must not affect this build.
    const own = { ...env, GOFLAGS: '', GOWORK: 'off', GOOS: '', GOARCH: '', CGO_ENABLED: '0' };
    const options = { env: own, timeoutMs: TIMEOUT_MS };
    try {
      const output = await run(go, ['mod', 'download', '-json', `${module}@${version}`], { ...options, directory });
      const source = checkedSource(output, program);
      const made = join(directory, 'made');
      // In the module's own directory, Go verifies dependencies against the module's go.sum.
      const build = ['build', '-mod=readonly', '-buildvcs=false', '-ldflags=-s -w', '-o', made, main];
      await run(go, build, { ...options, directory: source });
      return made;
    } finally {
      clearInterval(alive);
    }
  });
}

/** Verifies the hash in the output of `go mod download`. @returns the directory of the source */
function checkedSource(output: string, { moduleHash }: GoProgram): string {
  const { Dir: directory, Sum: hash } = JSON.parse(output) as { Dir: string; Sum: string };
  if (hash === moduleHash) return directory;
  throw new NotInstalled(`the Go module has the hash ${hash} instead of ${moduleHash}`);
}
