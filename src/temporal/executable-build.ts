import { join } from 'node:path';
import { type Install, install, NotInstalled, run } from './executable-install';
import { temporalRelease } from './executable-release';

const DEADLINE_MS = 45 * 60_000;

/** Builds the release from its Go module, whose hash is checked before Go compiles anything of it. */
export function buildWithGo({ go, target, env, onProgress }: Install & { go: string }): Promise<string> {
  const { version } = temporalRelease;
  return install(target, onProgress, async (directory) => {
    onProgress(`Building the Temporal server ${version} with Go (once, about 3 minutes) ...`);
    const began = Date.now();
    const alive = setInterval(() => {
      onProgress(`Still building the Temporal server (${Math.round((Date.now() - began) / 1000)} s) ...`);
    }, 30_000);
    // GOFLAGS, a workspace and a cross-compilation target are for the user's own builds.
    const own = { ...env, GOFLAGS: '', GOWORK: 'off', GOOS: '', GOARCH: '', CGO_ENABLED: '0' };
    const options = { env: own, deadlineMs: DEADLINE_MS };
    try {
      const answer = await run(go, ['mod', 'download', '-json', `github.com/temporalio/cli@${version}`], {
        ...options,
        directory,
      });
      const source = checkedSource(answer);
      const made = join(directory, 'temporal');
      // In the module's own folder its go.sum is in force: Go refuses a dependency with another hash.
      const build = ['build', '-mod=readonly', '-buildvcs=false', '-ldflags=-s -w', '-o', made, './cmd/temporal'];
      await run(go, build, { ...options, directory: source });
      return made;
    } finally {
      clearInterval(alive);
    }
  });
}

/** @returns the folder with the source; the answer of Go names it, and the hash of what it downloaded. */
function checkedSource(answer: string): string {
  const { Dir: folder, Sum: hash } = JSON.parse(answer) as { Dir: string; Sum: string };
  if (hash === temporalRelease.moduleHash) return folder;
  throw new NotInstalled(`the Go module has the hash ${hash} instead of ${temporalRelease.moduleHash}`);
}
