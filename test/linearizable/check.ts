import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/io/package-root';
import { onPath } from '../../src/temporal/executable-install';
import type { Operation } from './history';

const CHECKER = join(packageRoot, 'test', 'linearizable', 'checker');

export const hasGo = (): boolean => onPath('go', process.env) !== undefined;

/** For each history whether it is linearizable, by Porcupine (checker/main.go has the specification of a gate). */
export function linearizable(histories: readonly Operation[][]): boolean[] {
  const input = histories.map((history) => `${JSON.stringify(history)}\n`).join('');
  const output = execFileSync('go', ['run', '.'], { cwd: CHECKER, input, encoding: 'utf8', maxBuffer: 1 << 28 });
  return output
    .trim()
    .split('\n')
    .map((line) => line === 'true');
}
