import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/io/package-root';
import { allTraits, builtBundle, programs } from '../../src/temporal/bundles';

// A worker evaluates these modules once for all of its workflows: a value that changes would go from deck to deck.
const folder = join(packageRoot, 'workflows');
const modules = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

/** Top-level declarations of values that can change. */
const changing = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => /^(export )?(let|var) /.test(line) || /^(export )?const .*= new (Weak)?(Map|Set)\b/.test(line))
    .filter((line) => !/: Readonly(Map|Set)</.test(line));

describe('workflow modules', () => {
  it('hold nothing at their top level that changes', () => {
    expect(modules.length).toBeGreaterThan(30);
    const found = modules.flatMap((file) =>
      changing(readFileSync(join(folder, file), 'utf8')).map((line) => `${file}: ${line}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    'let last: string | undefined;',
    'export let count = 0;',
    'var seen;',
    'const seen = new Set<string>();',
    'export const decks: Map<string, string> = new Map();',
    'const kept = new WeakMap();',
  ])('%s would be found', (line) => {
    expect(changing(`import x from 'y';\n\n${line}\n`)).toEqual([line]);
  });

  it.each(programs.flatMap((program) => allTraits.map((traits) => [program, traits] as const)))(
    'are shared in the bundle of %s %j',
    (program, traits) => {
      const code = readFileSync(builtBundle(program, traits).codePath, 'utf8');
      const preload = /exports\.preloadModules = function preloadModules\(\) \{([^}]*)\}/.exec(code)?.[1];
      expect(preload).toContain('workflows');
    },
  );
});
