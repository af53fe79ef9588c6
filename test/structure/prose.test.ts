import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const linter = resolve(__dirname, '../../bin/lint-prose.js');

function lint(name: string, text: string): { status: number | null; findings: string[] } {
  const file = join(mkdtempSync(join(tmpdir(), 'deck-prose-')), name);
  writeFileSync(file, text);
  const { status, stdout } = spawnSync(process.execPath, [linter, file], { encoding: 'utf8' });
  const findings = stdout.split('\n').filter((line) => line !== '');
  return { status, findings: findings.map((line) => line.replace(/^.*prose-\w+\//, '').replace(/ => .*/, '')) };
}

describe('the prose linter', () => {
  test('reports a rejected word with its line', () => {
    expect(lint('page.md', '# Title\n\nThe deck goes on.\n')).toEqual({ status: 1, findings: ['page.md:3: goes on'] });
  });

  test('leaves code of a page alone', () => {
    expect(lint('page.md', 'Run `deck anew`.\n\n```\nnobody\n```\n')).toEqual({ status: 0, findings: [] });
  });

  test('reads the comments of settings, not their values', () => {
    const settings = 'name: anew # made anew\nurl: http://shall#whoever\n';
    expect(lint('settings.yaml', settings)).toEqual({ status: 1, findings: ['settings.yaml:1: anew'] });
  });

  test('reads comments and sentences of sources, not names', () => {
    const source = '// Nobody waits.\nconst anew = `no trouble`;\nthrow new Error("this is no number at all");\n';
    expect(lint('source.ts', source)).toEqual({
      status: 1,
      findings: ['source.ts:1: Nobody', 'source.ts:3: is no n'],
    });
  });
});
