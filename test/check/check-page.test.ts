import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/io/package-root';
import { RULES } from '../../src/slides/check/finding';

it('docs/check.md lists every rule as the program has it, and no other', () => {
  const text = readFileSync(join(packageRoot, 'docs/check.md'), 'utf8');
  const listed = text.split('\n').filter((line) => /^\| `.*\| (?:error|warning|note) \|/.test(line));
  expect(listed).toEqual(
    Object.entries(RULES).map(
      ([id, { severity, finds, remedy }]) => `| \`${id}\` | ${severity} | ${finds} | ${remedy} |`,
    ),
  );
});
