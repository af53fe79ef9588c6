import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/io/package-root';
import { brandSubjects } from './brand-subjects';
import { checkSubjects } from './check-subjects';
import { LARGE, type Subject, tooFast } from './growth';
import { modulesThatTakeText, takesText } from './modules';
import { outlineSubjects } from './outline-subjects';
import { renderSubjects } from './render-subjects';
import { textSubjects } from './text-subjects';
import unmeasured from './unmeasured.json';

const subjects = { ...textSubjects, ...outlineSubjects, ...renderSubjects, ...brandSubjects, ...checkSubjects };

describe('work grows no faster than its input', () => {
  it.each(Object.entries(subjects))('%s', async (_, subject) => expect(await tooFast(subject)).toEqual([]));

  it('which a function that looks back at all it has read breaks', async () => {
    const looksBack: Subject = {
      modules: [],
      inputs: { 'one letter': (size) => 'a'.repeat(size) },
      size: 16_000,
      run: (text: string) => {
        let found = 0;
        for (let at = 0; at < text.length; at += 1) found += text.lastIndexOf('b', at);
        return found;
      },
    };
    expect(await tooFast(looksBack)).toEqual([expect.stringMatching(/^one letter: \d+ times as long$/)]);
  });

  it('which sorting does not break', async () => {
    const sorts: Subject = {
      modules: [],
      inputs: { words: (size) => Array.from({ length: size }, (_, at) => `${(at * 7919) % LARGE}`) },
      run: (words: string[]) => [...words].sort(),
      size: 10 * LARGE,
    };
    expect(await tooFast(sorts)).toEqual([]);
  });
});

describe('the table', () => {
  const measured = Object.values(subjects).flatMap(({ modules }) => modules);
  // By reason. A name that ends with / is that of a folder, for those of its modules that are not measured.
  const excused = Object.values(unmeasured).flat();
  const missing = (modules: readonly string[]): string[] =>
    modules.filter((module) => !measured.includes(module) && !excused.some((name) => isOf(name, module)));
  const isOf = (name: string, module: string) => (name.endsWith('/') ? module.startsWith(name) : module === name);

  it('holds every module with a function that takes text, bytes or a tree, or says why not', () => {
    expect(missing(modulesThatTakeText())).toEqual([]);
  });

  it('misses a new one', () => {
    expect(takesText('export const words = (text: string): string[] => text.split(/ /);')).toBe(true);
    expect(takesText('export class Reader { private push(bytes?: Uint8Array) {} }')).toBe(true);
    expect(takesText('export function read({ text }: { text: readonly string[] }) {}')).toBe(true);
    expect(takesText('const own = (text: string) => text; export const most = 5;')).toBe(false);
    expect(missing(['src/slides/import/new-reader'])).toEqual(['src/slides/import/new-reader']);
  });

  it('names modules that exist, each once, and only such', () => {
    const named = [...new Set([...measured, ...excused])];
    const pathOf = (name: string) => join(packageRoot, name.endsWith('/') ? name : `${name}.ts`);
    expect(named.filter((name) => !existsSync(pathOf(name)))).toEqual([]);
    const twice = (name: string) => measured.includes(name) || excused.filter((each) => isOf(each, name)).length > 1;
    expect(excused.filter(twice)).toEqual([]);
  });
});
