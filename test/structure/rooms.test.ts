import { readFileSync, writeFileSync } from 'node:fs';
import { ladder, type Room } from './ladder';
import { ARCHITECTURE, direct, roomsSection, WRITE_COMMAND, withRooms } from './rooms';

it(`the rooms in docs/internals/architecture.md are those of the table; otherwise run ${WRITE_COMMAND}`, () => {
  const page = readFileSync(ARCHITECTURE, 'utf8');
  const current = withRooms(page);
  if (process.env.DECK_WRITE_DOCS === '1') writeFileSync(ARCHITECTURE, current);
  expect(readFileSync(ARCHITECTURE, 'utf8')).toBe(current);
});

describe('the section on rooms', () => {
  const room = (name: string, imports: string[], types: string[] = [], inside?: Room[]): Room => ({
    name,
    folder: `src/${name}`,
    holds: `${name}.`,
    imports,
    types,
    ...(inside ? { inside } : {}),
  });

  it('draws no arrow that follows from others, and leaves no room out', () => {
    const inside = [{ ...room('.', []), folder: 'src/d' }];
    const rooms = [room('a', []), room('b', ['a']), room('c', ['a', 'b']), room('d', [], ['a', 'c'], inside)];
    expect(roomsSection(rooms).match(/^ {2}\w+.*$/gm)).toEqual(
      ['a["a"]', 'b["b"]', 'c["c"]', 'd["d"]', 'b --> a', 'c --> b', 'd --> c'].map((line) => `  ${line}`),
    );
    expect(roomsSection(rooms)).toContain('| d | `src/d/` | d. | types of a, types of c | every file |');
    expect(roomsSection(rooms)).toContain('| its own files | `src/d/` | .. | nothing |');
  });

  it('reaches by its arrows what the table allows', () => {
    const arrows = direct(ladder);
    const reached = (name: string): string[] =>
      arrows.filter(([from]) => from === name).flatMap(([, to]) => [to, ...reached(to)]);
    for (const { name, imports, types = [] } of ladder) {
      expect(reached(name)).toEqual(expect.arrayContaining([...imports, ...types]));
    }
  });
});
