// Reads Jest's reports: of the whole run, and of the files that failed in it and were run once more, alone.
//   verdict.mjs again FIRST              the files to run once more, a line each
//   verdict.mjs count STATUS FIRST [SECOND]   what failed only at first, then the line N passed, N failed
import { existsSync, readFileSync } from 'node:fs';

/** More broken files than this are a broken product, not a machine that stood still. */
const AGAIN_AT_MOST = 4;

const read = (path) =>
  path && existsSync(path) && readFileSync(path, 'utf8') ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
const failed = (report) => report.testResults.filter(({ status }) => status === 'failed');
const namesOf = (file) =>
  file.assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
const number = (files, status) =>
  files.flatMap(({ assertionResults }) => assertionResults).filter((test) => test.status === status).length;
/** A file that could not be run at all has no failed test and counts as one. */
const failures = (files) => files.reduce((sum, file) => sum + Math.max(namesOf(file).length, 1), 0);

const [command, ...rest] = process.argv.slice(2);
if (command === 'again') {
  const report = read(rest[0]);
  const files = report ? failed(report) : [];
  if (files.length <= AGAIN_AT_MOST) for (const { name } of files) console.log(name);
} else {
  const [status, first, second] = [Number(rest[0]), read(rest[1]), read(rest[2])];
  let files = first?.testResults ?? [];
  if (second) {
    const repeated = new Set(second.testResults.map(({ name }) => name));
    for (const file of failed(first).filter(({ name }) => repeated.has(name))) {
      for (const test of namesOf(file)) console.log(`failed at first: ${file.name}: ${test}`);
    }
    files = [...files.filter(({ name }) => !repeated.has(name)), ...second.testResults];
  }
  const broken = failures(files.filter(({ status }) => status === 'failed'));
  // Something else than a test failed (install, lint, types, no report): that is one failure too.
  console.log(`${number(files, 'passed')} passed, ${broken === 0 && status !== 0 ? 1 : broken} failed`);
}
