import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/io/package-root';

const EDGE = 'src/cli/terminal/terminal.ts';
const PROMPTS = 'src/cli/terminal/prompts.ts';

const files = ['src/cli', 'src/mcp'].flatMap((folder) =>
  readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file)),
);

/** Ways past the edge: a stream's own `write`, the console, a prompt's own screen, Node's styles. */
const WAYS = [
  /\b(?:stdout|stderr|stream|screen)\s*(?:\?\.|\.)\s*(?:write|end|_write|cork)\b/,
  /\bconsole\s*\./,
  /['"]@clack\/prompts['"]/,
  /\bpipe\(\s*process\.std/,
  /\bwriteSync\(\s*[12]\b/,
  /\bstyleText\b/,
  /\\x1b|\\u001b|\\u\{1b\}|\\033/i,
];

const breaches = (file: string, text: string): string[] =>
  text
    .split('\n')
    .filter((line) => WAYS.some((way) => way.test(line)))
    .filter((line) => !(file === EDGE) && !(file === PROMPTS && line.includes('@clack/prompts')))
    .map((line) => `${file}: ${line.trim()}`);

describe('the output of the command line', () => {
  it('is written in one file, which cleans it, and asked in one, which cleans questions', () => {
    expect(files.length).toBeGreaterThan(80);
    expect(files.flatMap((file) => breaches(file, readFileSync(join(packageRoot, file), 'utf8')))).toEqual([]);
  });

  it('is cleaned by every function of that file that writes', () => {
    const text = readFileSync(join(packageRoot, EDGE), 'utf8');
    const written = [...text.matchAll(/\.write\((.*)\)?;?$/gm)].map(([, what]) => what!);
    expect(written.length).toBeGreaterThan(3);
    expect(written.filter((what) => !/cleaned\(|escapedJson\(|^'', /.test(what))).toEqual([]);
  });

  it.each([
    'process.stdout.write(title);',
    "stream.write(line + '\\n');",
    'console.error(error);',
    "const { select } = await import('@clack/prompts');",
    "import { styleText } from 'node:util';",
    "const red = '\\x1b[31m' + text;",
  ])('%s elsewhere would be found', (line) => {
    expect(breaches('src/cli/show/board.ts', line)).toEqual([`src/cli/show/board.ts: ${line}`]);
  });
});
