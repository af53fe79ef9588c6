import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/io/package-root';
import { type Import, importsIn, importsOf } from './imports';
import { ladder, type Room } from './ladder';

/** The room of a list that a file is in, by the longest folder. */
function roomIn(rooms: readonly Room[], path: string): Room | undefined {
  return rooms
    .filter(({ folder }) => path === folder || path.startsWith(`${folder}/`))
    .sort((a, b) => b.folder.length - a.folder.length)[0];
}

/** Outer and inner room, from outside to inside. */
interface Place {
  outer: Room;
  inner: Room | undefined;
}

function placeOf(path: string): Place | undefined {
  const outer = roomIn(ladder, path);
  return outer && { outer, inner: outer.inside && roomIn(outer.inside, path) };
}

const all: Import[] = ['src', 'workflows', 'activities'].flatMap(importsOf);

/** The two rooms between which an import must be allowed: neighbours in the same list. */
function steps({ file, target }: Import): [Room, Room] | undefined {
  const [from, to] = [placeOf(file), placeOf(target)];
  if (from === undefined || to === undefined) return undefined;
  if (from.outer !== to.outer) return [from.outer, to.outer];
  return from.inner && to.inner && from.inner !== to.inner ? [from.inner, to.inner] : undefined;
}

/** Why an import is refused; undefined where its room may. */
function fault(each: Import): string | undefined {
  const { file, target, own, typeOnly } = each;
  const from = placeOf(file);
  const what = `${file} imports ${typeOnly ? 'types of ' : ''}${target}`;
  if (from === undefined) return `${file} is in no room`;
  if (!own) {
    const refused = [from.outer, from.inner].some((room) => room !== undefined && !isPackageAllowed(room, target));
    return refused && !typeOnly ? what : undefined;
  }
  if (placeOf(target) === undefined) return `${what}, which is in no room`;
  const step = steps(each);
  if (step === undefined) return undefined;
  const [room, other] = step;
  if (!room.imports.includes(other.name) && !(typeOnly && room.types?.includes(other.name))) return what;
  return isDoor(other, target) ? undefined : `${what}, which is not a door of ${other.name}`;
}

/** Whether a room opens this file to its neighbours. */
function isDoor({ folder, doors }: Room, target: string): boolean {
  const file = (path: string) => path.replace(/\/index$/, '');
  return doors === undefined || doors.some((door) => file(`${folder}/${door}`) === file(target));
}

function isPackageAllowed({ packages }: Room, target: string): boolean {
  if (packages === undefined) return true;
  const node = target.startsWith('node:') || builtinModules.includes(target);
  return (
    (node && packages.includes('node:*')) || packages.some((name) => target === name || target.startsWith(`${name}/`))
  );
}

const faults = (imports: Import[]) => imports.map(fault).filter((each) => each !== undefined);
const lists: readonly (readonly Room[])[] = [ladder, ...ladder.flatMap(({ inside }) => (inside ? [inside] : []))];

describe('the ladder of folders', () => {
  it('every import is one that the table of rooms allows', () => {
    expect(all.length).toBeGreaterThan(2000);
    expect(faults(all)).toEqual([]);
  });

  it('every room imports only rooms listed before it, so there is no circle', () => {
    const upward = lists.flatMap((rooms) =>
      rooms.flatMap(({ name, folder, imports, types = [] }, index) =>
        [...imports, ...types]
          .filter((other) => !rooms.slice(0, index).some((below) => below.name === other))
          .map((other) => `${folder} (${name}) imports ${other}`),
      ),
    );
    expect(upward).toEqual([]);
  });

  it('every allowance is needed, and by value where it is one by value', () => {
    const needed = new Set<string>();
    for (const each of all.filter(({ own }) => own)) {
      const step = steps(each);
      if (step) needed.add(`${step[0].folder} ${step[0].name} ${each.typeOnly ? 'types' : 'values'} ${step[1].name}`);
    }
    const idle = lists.flat().flatMap(({ name, folder, imports, types = [] }) => {
      const lacks = (kind: string, other: string) => !needed.has(`${folder} ${name} ${kind} ${other}`);
      return [
        ...imports.filter((other) => lacks('values', other)).map((other) => `${folder}: ${other}`),
        ...types.filter((other) => lacks('types', other)).map((other) => `${folder}: types of ${other}`),
        ...types.filter((other) => imports.includes(other)).map((other) => `${folder}: ${other} twice`),
      ];
    });
    expect(idle).toEqual([]);
  });

  it('every door is used', () => {
    const { exports } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
    const published = JSON.stringify(exports).match(/(?<=\/)(?:src|workflows)\/[^"]+(?=\.js)/g)!;
    const crossing = all.filter(({ own }) => own).flatMap((each) => (steps(each) ? [each.target] : []));
    const idle = lists
      .flat()
      .flatMap((room) =>
        (room.doors ?? [])
          .filter((door) => ![...crossing, ...published].some((target) => isDoor({ ...room, doors: [door] }, target)))
          .map((door) => `${room.name}: ${door}`),
      );
    expect(idle).toEqual([]);
  });

  it('is small: at most 17 rooms, and every folder is in one', () => {
    expect(ladder.length).toBeLessThanOrEqual(17);
    expect(readdirSync(join(packageRoot, 'src')).filter((name) => placeOf(`src/${name}`) === undefined)).toEqual([]);
    const folders = lists.flat().map(({ folder }) => folder);
    expect(folders.filter((folder) => !existsSync(join(packageRoot, folder)))).toEqual([]);
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

  it('a file behind a door would be found', () => {
    const line = "import { checkDeck } from '../slides/check/check-deck';";
    expect(faults(importsIn('src/service/x.ts', line))).toEqual([
      'src/service/x.ts imports src/slides/check/check-deck, which is not a door of slides',
    ]);
  });

  it('a room above inside a room would be found', () => {
    const line = "import { x } from '../edge/signed-token';";
    expect(faults(importsIn('src/base/text/x.ts', line))).toEqual([
      'src/base/text/x.ts imports src/base/edge/signed-token',
    ]);
  });
});
