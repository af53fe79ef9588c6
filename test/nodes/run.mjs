// `npm run test:nodes [22 24] [-- <jest arguments>]`: runs tests of this checkout under other releases of Node; every binding
// is for all of them.
import { execFileSync, spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pathWith } from './releases.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Whole decks by the packed command, every kept history, both stores, the service's HTTP side. */
const smoke = ['test/deploy/package', 'test/replay/replay', 'test/service/store', 'test/service/http'];

const given = process.argv.slice(2);
const majors = given.filter((argument) => /^\d+$/.test(argument));
const named = given.filter((argument) => !/^\d+$/.test(argument));
const failed = (majors.length > 0 ? majors : ['22', '24']).filter((major) => !passes(pathWith(major)));
if (failed.length > 0) {
  console.error(`Tests failed under Node ${failed.join(' and ')}.`);
  process.exitCode = 1;
}

function passes(PATH) {
  const env = { ...process.env, PATH };
  console.log(`Node ${execFileSync('node', ['--version'], { env, encoding: 'utf8' }).trim()}`);
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const tests = named.length > 0 ? named : smoke;
  return spawnSync('node', [jest, ...tests], { cwd: root, env, stdio: 'inherit' }).status === 0;
}
