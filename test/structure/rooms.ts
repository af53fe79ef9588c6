import { join } from 'node:path';
import { packageRoot } from '../../src/base/io/package-root';
import { ladder, type Room } from './ladder';

export const ARCHITECTURE = join(packageRoot, 'docs', 'internals', 'architecture.md');
export const WRITE_COMMAND = 'npm run docs';
const BETWEEN = /(?<=<!-- rooms -->\n)[\s\S]*?(?=<!-- \/rooms -->)/;

/** The page with its section on rooms generated from the table. */
export function withRooms(page: string): string {
  if (!BETWEEN.test(page)) throw new Error('docs/internals/architecture.md lacks the markers of the section on rooms');
  return page.replace(BETWEEN, () => roomsSection(ladder));
}

export function roomsSection(rooms: readonly Room[]): string {
  const imports = ({ imports, types = [] }: Room) =>
    [...imports.map(nameOf), ...types.map((name) => `types of ${nameOf(name)}`)].join(', ') || 'nothing';
  const opens = ({ doors }: Room) =>
    doors === undefined ? 'every file' : doors.map((door) => `\`${door}\``).join(', ') || 'nothing';
  const rows = (list: readonly Room[], areOuter: boolean) => [
    `| room | folder | contents | may import |${areOuter ? ' opens to others |' : ''}`,
    `|---|---|---|---|${areOuter ? '---|' : ''}`,
    ...list.map(
      (room) =>
        `| ${nameOf(room.name)} | \`${room.folder}/\` | ${room.holds} | ${imports(room)} |${areOuter ? ` ${opens(room)} |` : ''}`,
    ),
    '',
  ];
  return [
    '',
    'An arrow means “may import”. Implied arrows are omitted.',
    '',
    '```mermaid',
    'flowchart BT',
    ...rooms.map(({ name }) => `  ${name}["${name}"]`),
    ...direct(rooms).map(([from, to]) => `  ${from} --> ${to}`),
    '```',
    '',
    ...rows(rooms, true),
    ...rooms
      .filter(({ inside }) => inside !== undefined)
      .flatMap(({ name, inside = [] }) => ['', `Inside ${name}:`, '', ...rows(inside, false)]),
    '',
  ].join('\n');
}

/** The files directly in a room. */
const nameOf = (name: string) => (name === '.' ? 'its own files' : name);

const allOf = ({ imports, types = [] }: Room): string[] => [...imports, ...types];

/** The imports that follow from no others: the transitive reduction of the table. */
export function direct(rooms: readonly Room[]): [from: string, to: string][] {
  const own = (name: string) => rooms.find((room) => room.name === name)!;
  const known = new Map<string, Set<string>>();
  const reached = (name: string): Set<string> => {
    const found = known.get(name) ?? new Set(allOf(own(name)).flatMap((below) => [below, ...reached(below)]));
    known.set(name, found);
    return found;
  };
  return rooms.flatMap((room) => {
    const indirect = new Set(allOf(room).flatMap((name) => [...reached(name)]));
    return allOf(room)
      .filter((name) => !indirect.has(name))
      .map((name): [string, string] => [room.name, name]);
  });
}
