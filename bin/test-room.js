#!/usr/bin/env node
// npm run test:room slides [-- OPTIONS OF JEST]: the tests that import a folder of src, directly or through others.
const { spawnSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const { join, sep } = require('node:path');
const { importReader, testFiles } = require('../test/setup/projects');

const root = join(__dirname, '..');
const [room = '', ...options] = process.argv.slice(2);
const folder = [join(root, 'src', room), join(root, room)].find((each) => room !== '' && existsSync(each));
if (folder === undefined) {
  console.error('Name a folder of src, or activities or workflows: npm run test:room slides');
  process.exit(2);
}

const { reachedFrom } = importReader();
const reaches = (file) => reachedFrom(file).some((each) => each.startsWith(folder + sep));

const { unit, integration, browser } = testFiles();
const files = [...unit, ...integration, ...browser].filter((file) => reaches(join(root, file)));
console.log(`${files.length} test files import ${room}`);
const jest = join(root, 'node_modules', '.bin', 'jest');
const { status } = spawnSync(jest, ['--ci', ...options, '--runTestsByPath', ...files], { cwd: root, stdio: 'inherit' });
process.exit(status ?? 1);
