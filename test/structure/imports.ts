import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { packageRoot } from '../../src/base/io/package-root';

export interface Import {
  /** From the root of the package. */
  file: string;
  /** A file from the root of the package, without its ending, or the name of a package. */
  target: string;
  own: boolean;
  typeOnly: boolean;
}

/** Every import of the TypeScript files of a folder, dynamic ones as well. */
export function importsOf(folder: string): Import[] {
  return readdirSync(join(packageRoot, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.d)\.tsx?$/.test(entry.name))
    .map((entry) => relative(packageRoot, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .flatMap((file) => importsIn(file, readFileSync(join(packageRoot, file), 'utf8')));
}

export function importsIn(file: string, text: string): Import[] {
  const statements = [...text.matchAll(/^(?:import|export)\s+(type\s)?([^'";]*?from\s+)?'([^']+)'/gm)].map(
    ([, typeOnly, names = '', target = '']) => ({ target, typeOnly: typeOnly !== undefined || allTypes(names) }),
  );
  const dynamic = [...text.matchAll(/(typeof\s+)?\bimport\(\s*'([^']+)'\s*\)(\.\w+)?/g)].map(
    ([, typeOf, target = '', member]) => ({
      target,
      // `import('./x').Name` is part of a type; a value is awaited first.
      typeOnly: typeOf !== undefined || (member !== undefined && member !== '.then'),
    }),
  );
  return [...statements, ...dynamic].map(({ target, typeOnly }) => ({
    file,
    own: target.startsWith('.'),
    target: target.startsWith('.') ? posix.join(dirname(file), target).replace(/\.js$/, '') : target,
    typeOnly,
  }));
}

function allTypes(names: string): boolean {
  if (!/^\{[^}]*\}\s*from\s+$/.test(names)) return false;
  const each = names
    .replace(/[{}]|\bfrom\b/g, '')
    .split(',')
    .map((name) => name.trim());
  return each.every((name) => name === '' || name.startsWith('type '));
}
