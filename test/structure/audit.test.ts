import { spawnSync } from 'node:child_process';
import { packageRoot } from '../../src/base/io/package-root';

/** What the registry says of the locked versions; `reason` where it says nothing, as offline or behind a mirror. */
function audited(): { high: string[] } | { reason: string } {
  const { stdout, error } = spawnSync('npm', ['audit', '--json', '--audit-level=high'], {
    cwd: packageRoot,
    encoding: 'utf8',
    timeout: 60_000,
  });
  if (error) return { reason: error.message };
  try {
    const { vulnerabilities, message, error: refused } = JSON.parse(stdout);
    if (vulnerabilities === undefined) return { reason: message ?? refused?.summary ?? 'it sends no report' };
    const all = Object.values(vulnerabilities) as { name: string; severity: string; range: string }[];
    return {
      high: all.filter(({ severity }) => /high|critical/.test(severity)).map(({ name, range }) => `${name} ${range}`),
    };
  } catch {
    return { reason: 'its answer is not JSON' };
  }
}

const found = audited();

describe('the dependencies', () => {
  if ('reason' in found) {
    const reason = `skipped: the registry answers no audit (${found.reason.slice(0, 120)})`;
    process.stderr.write(`npm audit ${reason}\n`);
    it.skip(`have no vulnerability known as high or critical (${reason})`, () => undefined);
  } else {
    it('have no vulnerability known as high or critical', () => expect(found.high).toEqual([]));
  }
});
