import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { packageRoot } from '../../src/base/io/package-root';

/** Output and exit code of the check of regular expressions for a folder with one file. */
function check(name: string, lines: readonly string[]): { status: number | null; output: string } {
  const folder = mkdtempSync(join(tmpdir(), 'patterns-'));
  writeFileSync(join(folder, name), lines.join('\n'));
  const { status, stdout } = spawnSync(process.execPath, [join(packageRoot, 'bin/lint-patterns.js'), folder], {
    encoding: 'utf8',
    timeout: 600_000,
  });
  return { status, output: stdout.replaceAll(relative(packageRoot, folder), '') };
}

describe('the check of regular expressions', () => {
  it('names the line of one that is not linear, and of one that is put together at run time', () => {
    const { status, output } = check('planted.ts', [
      '// the end of a text',
      'export const words = (text: string): boolean => /^(?:a+)+$/.test(text);',
      '',
      'export const trimmed = (text: string): string =>',
      "  text.replace(/[.,]+$/u, '');",
      'export const made = (word: string): RegExp => new RegExp(word);',
      "export const known = new RegExp('(b|b)*c$');",
    ]);
    expect(output).toMatch(/^\/planted\.ts:2: \/\^\(\?:a\+\)\+\$\/ takes time that grows exponentially$/m);
    expect(output).toMatch(/^\/planted\.ts:5: \/\[\.,\]\+\$\/u takes time that grows with power 2 of its text$/m);
    expect(output).toMatch(/^\/planted\.ts:6: this pattern is put together at run time$/m);
    expect(output).toMatch(/^\/planted\.ts:7: \/\(b\|b\)\*c\$\/ takes time that grows exponentially$/m);
    expect(status).toBe(1);
  });

  it('lets linear ones through', () => {
    const { status, output } = check('fine.tsx', [
      'export const a = /^[.,]+|(?<![.,])[.,]+$/u;',
      'export const b = <p>{"x".replace(/^\\d{1,9}(?=[.)])/, "")}</p>;',
    ]);
    expect(output).toBe('Checked 2 regular expressions.\n');
    expect(status).toBe(0);
  });
});
