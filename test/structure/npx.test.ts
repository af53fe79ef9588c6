import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/io/package-root';

/** Where a reader finds commands to paste, and what is printed. */
const places = [
  'README.md',
  'SECURITY.md',
  'temporal.yaml',
  'package.json',
  'bin',
  'deploy',
  'docs',
  'src',
  'activities',
  'workflows',
];
/** These say what was, in the words of that time. */
const records = ['docs/internals/decisions.md'];

/** Without `--no-install`, npx fetches and runs the package `deck` of the registry, which is not this project. */
const unsafe = /\bnpx (?!--no-install deck\b)(?:-\S+ )*deck\b/;

function textsBelow(place: string): string[] {
  if (!statSync(join(packageRoot, place)).isDirectory()) return [place];
  return readdirSync(join(packageRoot, place), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(md|ts|tsx|js|html|py|sh|ya?ml|json|txt)$|Dockerfile$/.test(name))
    .map((name) => `${place}/${name}`);
}

test('every command with npx names --no-install', () => {
  const files = places.flatMap(textsBelow).filter((file) => !records.includes(file));
  expect(files.length).toBeGreaterThan(300);
  const texts = files.map((file) => [file, readFileSync(join(packageRoot, file), 'utf8')] as const);
  expect(texts.filter(([, text]) => unsafe.test(text)).map(([file]) => file)).toEqual([]);
  expect(texts.filter(([, text]) => text.includes('npx --no-install deck')).length).toBeGreaterThan(3);
});

test.each(['npx deck run', 'npx -y deck', 'npx --yes deck'])('%s would be found', (command) => {
  expect(command).toMatch(unsafe);
});

test('a command that names the package is safe', () => {
  expect('npx --package ./durable-presentations-0.2.0.tgz deck run').not.toMatch(unsafe);
});
