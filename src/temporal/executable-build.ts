import { join } from 'node:path';
import { type Install, install, NotInstalled, run } from './executable-install';
import { temporalRelease } from './executable-release';

const TIMEOUT_MS = 45 * 60_000;

/** Builds the release from its Go module after verifying the module's hash. */
export function buildWithGo({ go, target, env, onProgress }: Install & { go: string }): Promise<string> {
  const { version } = temporalRelease;
  return install(target, onProgress, async (directory) => {
    onProgress(`Building the Temporal server ${version} with Go (once, about 3 minutes) ...`);
    const began = Date.now();
    const alive = setInterval(() => {
      onProgress(`Still building the Temporal server (${Math.round((Date.now() - began) / 1000)} s) ...`);
    }, 30_000);
    // The user's GOFLAGS, workspace and cross-compilation target must not affect this build.
    const own = { ...env, GOFLAGS: '', GOWORK: 'off', GOOS: '', GOARCH: '', CGO_ENABLED: '0' };
    const options = { env: own, timeoutMs: TIMEOUT_MS };
    try {
      const output = await run(go, ['mod', 'download', '-json', `github.com/temporalio/cli@${version}`], {
        ...options,
        directory,
      });
      const source = checkedSource(output);
      const made = join(directory, 'temporal');
      // In the module's own directory, Go verifies dependencies against the module's go.sum.
      const build = ['build', '-mod=readonly', '-buildvcs=false', '-ldflags=-s -w', '-o', made, './cmd/temporal'];
      await run(go, build, { ...options, directory: source });
      return made;
    } finally {
      clearInterval(alive);
    }
  });
}

/** Verifies the hash in the output of `go mod download`. @returns the directory of the source */
function checkedSource(output: string): string {
  const { Dir: directory, Sum: hash } = JSON.parse(output) as { Dir: string; Sum: string };
  if (hash === temporalRelease.moduleHash) return directory;
  throw new NotInstalled(`the Go module has the hash ${hash} instead of ${temporalRelease.moduleHash}`);
}
