import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/io/package-root';
import { suite } from '../../src/client/conformance';
import { settingsSchema } from '../../src/config';
import { type CoverageItem, specificationRules } from './coverage-items';
import { verified } from './judged';
import { COVERAGE_FILE, checksOf, coveragePage, WRITE_COMMAND, writeCoverage } from './write-coverage';

const rules: CoverageItem[] = Object.values(specificationRules).flat();

describe('docs/internals/coverage.md', () => {
  it(`is current; otherwise run ${WRITE_COMMAND}`, () => {
    if (process.env.DECK_WRITE_DOCS === '1') writeCoverage();
    expect(readFileSync(COVERAGE_FILE, 'utf8')).toBe(coveragePage());
  });

  it('has checks or a test that is there for every implemented rule', () => {
    const missing = rules
      .filter((rule) => (rule.state === 'implemented' && checksOf(rule).length === 0) || rule.test !== undefined)
      .filter(({ test }) => {
        if (test === undefined || test[1] === '') return true;
        const path = join(packageRoot, 'test', test[0]);
        return !existsSync(path) || !readFileSync(path, 'utf8').includes(test[1]);
      });
    expect(missing).toEqual([]);
  });

  it('has every rule that a check names', () => {
    const items = rules.map(({ item }) => item);
    expect(suite.flatMap((check) => check.rules).filter((rule) => !items.includes(rule))).toEqual([]);
  });

  it('says of a rule that it is verified only if all of its checks have passed', () => {
    const [rule] = rules as [CoverageItem];
    const { title } = checksOf(rule)[0]!;
    const lineIn = (state: 'passed' | 'failed' | 'not run') => {
      const checks = verified().checks.map((each) => (each.title === title ? { ...each, state } : each));
      return coveragePage({ ...verified(), checks })
        .split('\n')
        .find((line) => line.startsWith(`| ${rule.item} |`));
    };
    expect(lineIn('passed')).toMatch(/\*verified on \d{4}-\d\d-\d\d against the embedded service\*/);
    expect(lineIn('failed')).toContain('*failed on');
    expect(lineIn('not run')).toContain('*not verified*');
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
