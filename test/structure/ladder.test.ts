import { existsSync, readdirSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { packageRoot } from '../../src/io/package-root';
import { type Import, importsIn, importsOf } from './imports';
import { ladder, type Room } from './ladder';

/** The room that a file is in, by the longest folder. */
function roomOf(path: string): Room | undefined {
  const fits = (folder: string) => path === folder || path.startsWith(`${folder}/`);
  const length = (room: Room) => Math.max(0, ...room.folders.filter(fits).map((folder) => folder.length));
  return [...ladder].sort((a, b) => length(b) - length(a)).find((room) => length(room) > 0);
}

const all: Import[] = ['src', 'workflows', 'activities'].flatMap(importsOf);

/** Why an import is refused; undefined where its room may. */
function fault({ file, target, own, typeOnly }: Import): string | undefined {
  const from = roomOf(file);
  const what = `${file} imports ${typeOnly ? 'types of ' : ''}${target}`;
  if (from === undefined) return `${file} is in no room`;
  if (!own) return isPackageAllowed(from, target) || typeOnly ? undefined : what;
  const to = roomOf(target);
  if (to === undefined) return `${what}, which is in no room`;
  if (to === from || from.imports.includes(to.name)) return undefined;
  return typeOnly && from.types?.includes(to.name) ? undefined : what;
}

function isPackageAllowed({ packages }: Room, target: string): boolean {
  if (packages === undefined) return true;
  const node = target.startsWith('node:') || builtinModules.includes(target);
  return (
    (node && packages.includes('node:*')) || packages.some((name) => target === name || target.startsWith(`${name}/`))
  );
}

const faults = (imports: Import[]) => imports.map(fault).filter((each) => each !== undefined);

describe('the ladder of folders', () => {
  it('every import is one that the table of rooms allows', () => {
    expect(all.length).toBeGreaterThan(2000);
    expect(faults(all)).toEqual([]);
  });

  it('every room imports only rooms listed before it, so there is no circle', () => {
    const upward = ladder.flatMap(({ name, imports, types = [] }, index) =>
      [...imports, ...types]
        .filter((other) => !ladder.slice(0, index).some((below) => below.name === other))
        .map((other) => `${name} imports ${other}`),
    );
    expect(upward).toEqual([]);
  });

  it('every allowance is needed, and by value where it is one by value', () => {
    const needed = new Set(
      all
        .filter(({ own }) => own)
        .map(
          ({ file, target, typeOnly }) =>
            `${roomOf(file)?.name} ${typeOnly ? 'types' : 'values'} ${roomOf(target)?.name}`,
        ),
    );
    const idle = ladder.flatMap(({ name, imports, types = [] }) => [
      ...imports.filter((other) => !needed.has(`${name} values ${other}`)).map((other) => `${name}: ${other}`),
      ...types.filter((other) => !needed.has(`${name} types ${other}`)).map((other) => `${name}: types of ${other}`),
      ...types.filter((other) => imports.includes(other)).map((other) => `${name}: ${other} twice`),
    ]);
    expect(idle).toEqual([]);
  });

  it('every folder is a room, and every room has its folder', () => {
    expect(readdirSync(join(packageRoot, 'src')).filter((name) => roomOf(`src/${name}`) === undefined)).toEqual([]);
    expect(ladder.flatMap(({ folders }) => folders).filter((folder) => !existsSync(join(packageRoot, folder)))).toEqual(
      [],
    );
  });

  it.each([
    ['a room above', "import { run } from '../cli/main';", 'src/core/x.ts imports src/cli/main'],
    ['a room above, awaited', "await import('../cli/main.js');", 'src/core/x.ts imports src/cli/main'],
    ['types of a room above', "import type { A } from '../cli/main';", 'src/core/x.ts imports types of src/cli/main'],
    ['a package', "import { z } from 'zod';", 'src/core/x.ts imports zod'],
    ['Node', "import { join } from 'node:path';", 'src/core/x.ts imports node:path'],
    ['no room', "import { x } from '../nowhere/x';", 'src/core/x.ts imports src/nowhere/x, which is in no room'],
    ['values where types are allowed', "import { x } from '../contract';", 'src/core/x.ts imports src/contract'],
  ])('%s would be found', (_what, line, sentence) => {
    expect(faults(importsIn('src/core/x.ts', line))).toEqual([sentence]);
  });
});
