import { join } from 'node:path';
import { packageRoot } from '../../src/io/package-root';
import { ladder, type Room } from './ladder';

export const ARCHITECTURE = join(packageRoot, 'docs', 'architecture.md');
export const WRITE_COMMAND = 'npm run docs';
const BETWEEN = /(?<=<!-- rooms -->\n)[\s\S]*?(?=<!-- \/rooms -->)/;

/** The page with its section on rooms generated from the table. */
export function withRooms(page: string): string {
  if (!BETWEEN.test(page)) throw new Error('docs/architecture.md lacks the markers of the section on rooms');
  return page.replace(BETWEEN, () => roomsSection(ladder));
}

export function roomsSection(rooms: readonly Room[]): string {
  const own = (name: string) => rooms.find((room) => room.name === name)!;
  const folders = ({ folders }: Room) => folders.map((folder) => `\`${folder}/\``).join(', ');
  const imports = ({ imports, types = [] }: Room) =>
    [...imports, ...types.map((name) => `types of ${name}`)].join(', ') || 'nothing';
  return [
    '',
    'An arrow means “may import”. Implied arrows are omitted.',
    '',
    '```mermaid',
    'flowchart BT',
    ...rooms.map(({ name }) => `  ${idOf(name)}["${name}"]`),
    ...rooms.flatMap((room) => direct(room, own).map((name) => `  ${idOf(room.name)} --> ${idOf(name)}`)),
    '```',
    '',
    '| room | folders | contents | may import |',
    '|---|---|---|---|',
    ...rooms.map((room) => `| ${room.name} | ${folders(room)} | ${room.holds} | ${imports(room)} |`),
    '',
    '',
  ].join('\n');
}

/** Mermaid reads a slash in an id as a shape. */
const idOf = (name: string) => name.replaceAll('/', '_');

const allOf = ({ imports, types = [] }: Room): string[] => [...imports, ...types];

/** Rooms that a room reaches by no other way than its own import: the transitive reduction of the table. */
export function direct(room: Room, own: (name: string) => Room): string[] {
  const reached = (name: string): Set<string> =>
    new Set(allOf(own(name)).flatMap((below) => [below, ...reached(below)]));
  const indirect = new Set(allOf(room).flatMap((name) => [...reached(name)]));
  return allOf(room).filter((name) => !indirect.has(name));
}
