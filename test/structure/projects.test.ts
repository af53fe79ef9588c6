import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/io/package-root';

interface Projects {
  faults: readonly string[];
  projectOf(file: string, texts: readonly string[]): string;
  testFiles(): Record<string, string[]>;
}

const { faults, projectOf, testFiles } = require('../setup/projects') as Projects;
const cold = require('../setup/cold') as Record<string, string>;
const { projects } = require('../../jest.config.js') as { projects: { displayName: string; testMatch: string[] }[] };
const { scripts } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const selected = (script: string) => /--selectProjects (.+) --ci$/.exec(scripts[script]!)![1]!.split(' ');

describe('the projects of tests', () => {
  it('have every test file once', () => {
    const files = readdirSync(join(packageRoot, 'test'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => `<rootDir>/test/${name}`);
    const matched = projects.flatMap(({ testMatch }) => testMatch);
    expect(matched.sort()).toEqual(files.sort());
    expect(projects.map(({ displayName }) => displayName)).toEqual(Object.keys(testFiles()));
  });

  it('are all run by the two commands of CI', () => {
    const run = readFileSync(join(packageRoot, '.ci/run'), 'utf8');
    expect(run).toMatch(/^npm ci && npm test -- /m);
    expect(run).toContain('npm run test:faults -- ');
    const names = projects.map(({ displayName }) => displayName);
    expect([...selected('test'), ...selected('test:faults')].sort()).toEqual(names.sort());
    expect(selected('test:unit')).toEqual(['unit']);
  });

  it('list no table of faults that is not there', () => {
    expect(faults.filter((file) => !existsSync(join(packageRoot, file)))).toEqual([]);
  });

  it('list no test file as cold that is not there or has no use for the build, and give each a reason', () => {
    const { unit, integration, browser } = testFiles();
    const files = Object.keys(cold).map((name) => `test/${name}.test.ts`);
    expect(files.filter((file) => ![unit!, integration!, browser!].flat().includes(file))).toEqual([]);
    expect(Object.values(cold).filter((reason) => !reason.trim())).toEqual([]);
  });

  // The names are put together: written out, they would make this an integration test.
  it.each([
    ['a process', `import { spawn } from 'node:${'child'}_process';`, 'integration'],
    ['Temporal', `import { TEST_TEMPORAL } from '../${'setup'}/global-setup';`, 'integration'],
    ['a worker', `import { Worker } from '@temporalio/${'worker'}';`, 'integration'],
    ['the build', `readFileSync(join(packageRoot, '${'di'}st/x.js'))`, 'integration'],
    ['a browser', `import { chromium } from 'playwright-${'core'}';`, 'browser'],
    ['nothing', "import { oneLine } from '../../src/base/text/unprintable';", 'unit'],
  ])('a test that needs %s is found, also where a helper of it needs that', (_what, line, project) => {
    expect(projectOf('test/x/y.test.ts', [line])).toBe(project);
    expect(projectOf('test/x/y.test.ts', ["import { a } from './a';", line])).toBe(project);
    expect(projectOf('test/faults/y.test.ts', [line])).toBe('faults');
  });

  it('and the mutation run name files that exist', () => {
    const config = readFileSync(join(packageRoot, 'test/mutation/stryker.config.mjs'), 'utf8');
    const mutated = config.match(/(?<=')(?:src|workflows|activities)\/[\w/-]+\.ts(?=')/g) ?? [];
    expect(mutated.length).toBeGreaterThan(10);
    expect(mutated.filter((file) => !existsSync(join(packageRoot, file)))).toEqual([]);
  });

  it('refuse a process in a unit test', () => {
    const { execFileSync } = require(`node:${'child'}_process`) as { execFileSync(file: string): void };
    expect(() => execFileSync('true')).toThrow('A unit test calls execFileSync');
  });
});
