import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsSchema } from '../../src/config';
import { packageRoot } from '../../src/io/package-root';
import { type CoverageItem, specificationRules } from './coverage-items';
import { COVERAGE_FILE, coveragePage, WRITE_COMMAND, writeCoverage } from './write-coverage';

const rules: CoverageItem[] = Object.values(specificationRules).flat();

describe('docs/coverage.md', () => {
  it(`is current; otherwise run ${WRITE_COMMAND}`, () => {
    if (process.env.DECK_WRITE_DOCS === '1') writeCoverage();
    expect(readFileSync(COVERAGE_FILE, 'utf8')).toBe(coveragePage());
  });

  it('names for every implemented rule a test that is there', () => {
    const missing = rules
      .filter(({ state, test }) => state === 'implemented' || test !== undefined)
      .filter(({ test }) => {
        if (test === undefined || test[1] === '') return true;
        const path = join(packageRoot, 'test', test[0]);
        return !existsSync(path) || !readFileSync(path, 'utf8').includes(test[1]);
      });
    expect(missing).toEqual([]);
  });

  it('names settings that are there', () => {
    const settings = settingsSchema.parse({});
    const unknown = rules.filter(({ setting }) => {
      const keys = setting?.split('.') ?? [];
      let at: unknown = settings;
      for (const key of keys) at = (at as Record<string, unknown> | undefined)?.[key];
      return keys.length > 0 && at === undefined;
    });
    expect(unknown).toEqual([]);
  });

  it('lists each rule once, and says of what is stated that it is implemented', () => {
    const items = rules.map(({ item }) => item);
    expect(items.filter((item, at) => items.indexOf(item) !== at)).toEqual([]);
    expect(rules.filter(({ state, grade }) => state === 'implemented' && grade !== 'S')).toEqual([]);
    expect(rules.filter(({ state, grade }) => state === 'assumed' && grade === 'S')).toEqual([]);
  });
});
