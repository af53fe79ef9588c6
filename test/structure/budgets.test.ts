import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/io/package-root';
import { budgets } from './budgets';
import { ladder } from './ladder';

/** Lines of the TypeScript files of a folder. */
function linesOf(folder: string): number {
  return readdirSync(join(packageRoot, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8').split('\n').length - 1)
    .reduce((sum, lines) => sum + lines, 0);
}

describe('the size of the house', () => {
  it.each(Object.entries(budgets))('%s has at most %i lines', (folder, most) => {
    const lines = linesOf(folder);
    expect(lines).toBeGreaterThan(0);
    expect(lines).toBeLessThanOrEqual(most);
  });

  it('every room has a budget', () => {
    expect(Object.keys(budgets)).toEqual(expect.arrayContaining(ladder.map(({ folder }) => folder)));
  });

  it('no budget is far above its room, so that what was removed stays removed', () => {
    const loose = Object.entries(budgets).filter(([folder, most]) => linesOf(folder) < most * 0.9 - 100);
    expect(loose).toEqual([]);
  });
});
