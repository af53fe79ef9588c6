// Reads Jest's reports in a folder: `tests` and `faults`, and `again` of the files that failed and were run once more, alone.
//   verdict.mjs again FOLDER          the files to run once more, a line each
//   verdict.mjs count FOLDER STATUS   what failed only at first, then the line N passed, N failed
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** More broken files than this, about 2 of 100, are a broken product, not a machine that stood still. */
const AGAIN_AT_MOST = 8;
const RUNS = ['tests', 'faults'];

const [command, folder, status] = process.argv.slice(2);
const read = (name) => {
  const text = existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '';
  return text ? JSON.parse(text) : undefined;
};
const failed = (files) => files.filter((file) => file.status === 'failed');
const namesOf = (file) => file.assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName);
const number = (files, wanted) =>
  files.flatMap(({ assertionResults }) => assertionResults).filter((test) => test.status === wanted).length;
/** A file that could not be run at all has no failed test and counts as one. */
const failures = (files) => files.reduce((sum, file) => sum + Math.max(namesOf(file).length, 1), 0);

const runs = RUNS.map(read);
const first = runs.flatMap((report) => report?.testResults ?? []);
if (command === 'again') {
  // A run that has left no report failed as a whole: a second try of single files would hide that.
  const files = runs.includes(undefined) ? [] : failed(first);
  if (files.length <= AGAIN_AT_MOST) for (const { name } of files) console.log(name);
} else {
  const again = read('again')?.testResults ?? [];
  const repeated = new Set(again.map(({ name }) => name));
  for (const file of failed(first).filter(({ name }) => repeated.has(name))) {
    for (const test of namesOf(file)) console.log(`failed at first: ${file.name}: ${test}`);
  }
  const files = [...first.filter(({ name }) => !repeated.has(name)), ...again];
  const broken = failures(failed(files));
  // Something else than a test failed (install, lint, types, no report): that is one failure too.
  console.log(`${number(files, 'passed')} passed, ${broken === 0 && status !== '0' ? 1 : broken} failed`);
}
