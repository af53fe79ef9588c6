import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/io/package-root';
import { blocksOf, commandsOf } from './blocks';

const read = (file: string) => readFileSync(join(packageRoot, file), 'utf8');
const LONGEST = 600;

test(`the README has at most ${LONGEST} words`, () => {
  expect(read('README.md').trim().split(/\s+/).length).toBeLessThanOrEqual(LONGEST);
});

test('it has two commands that do all their set-up, and the check runs the second', () => {
  const commands = blocksOf('README.md').flatMap((block) => (block.kind === 'shell' ? commandsOf(block) : []));
  expect(commands.filter((command) => command.includes('npm ci'))).toEqual([
    'npm ci && npm start',
    'npm ci && npm test',
  ]);
  expect(read('.ci/run')).toMatch(/^npm ci && npm test -- /m);
});
