import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { templateFile } from '../brand/template-file';
import { deck as deckIn, folderWith, lastLine } from './deck';

const cwd = folderWith();
const deck = (...args: string[]) => deckIn(args, { cwd });

beforeAll(() => {
  writeFileSync(join(cwd, 'brand.potx'), templateFile({ examples: [{ layout: 1 }] }));
  writeFileSync(join(cwd, 'bad.potx'), templateFile({ layouts: [{ name: 'Photo', holders: [] }] }));
  writeFileSync(join(cwd, 'roles.json'), '{"closing": "Section Header"}');
  writeFileSync(join(cwd, 'wrong.json'), '{"cover": "Nowhere"}');
});

test('report prints layouts, roles and capacity; as JSON, all of it', async () => {
  const { stdout, code } = await deck('template', 'report', 'brand.potx');
  expect(code).toBe(0);
  expect(stdout).toMatch(/Page {5}960 × 540 pt \(16:9\)/);
  expect(stdout).toMatch(
    / 2 {2}text +Title and Content\n +title \d+ characters at 44 pt; any \d+ characters at 28 pt; date, footer, number/,
  );
  expect(stdout).toMatch(/closing +1 Title Slide/);
  expect(stdout).toContain('Its example slides (1) are not in decks.');
  const report = JSON.parse((await deck('template', 'report', 'brand.potx', '--roles', 'roles.json', '--json')).stdout);
  expect(report).toMatchObject({ refusal: null, exampleSlides: 1, mapping: { cover: 1, text: 2, closing: 3 } });
});

test('report prints why no deck can be made', async () => {
  const { stdout } = await deck('template', 'report', 'bad.potx');
  expect(stdout).toContain('Refused: No layout can carry a title with text. Layouts: "Photo":');
});

test.each<[string[], string]>([
  [['report'], 'The file is missing.'],
  [['report', 'missing.potx'], 'missing.potx does not exist.'],
  [['report', 'roles.json'], 'The file is not a PowerPoint file (.potx or .pptx).'],
  [
    ['report', 'brand.potx', '--roles', 'wrong.json'],
    'cover: no layout is named "Nowhere". Use the number in the report.',
  ],
  [['report', 'brand.potx', '--roles', 'brand.potx'], 'The roles are not JSON.'],
  [['report', 'brand.potx', '--name', 'x'], '--name can only be used with add.'],
  [['add', 'bad.potx'], 'No layout can carry a title with text.'],
  [['list', 'brand.potx'], 'takes no file'],
  [['show', '10001', '--roles', 'roles.json'], '--roles can only be used with report or add.'],
  [['show'], 'The name or ID is missing. Example: deck template show "Acme"'],
  [['show', 'Unknown'], 'There is no template Unknown. No file is registered.'],
])('deck template %j is bad input', async (args, message) => {
  const { stderr, code } = await deck('template', ...args);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test('add registers the file without a running service; deck run fills it', async () => {
  expect((await deck('template', 'list')).stderr).toContain('No templates.');
  const added = await deck('template', 'add', 'brand.potx', '--name', 'Acme', '--roles', 'roles.json');
  const id = /^Template (\d+) added/.exec(added.stdout)?.[1] ?? '';
  expect(added.stdout).toBe(
    `Template ${id} added: Acme. To use it:\n  deck run "Coral reefs" --template ${id} --template-type 2\n`,
  );
  expect(JSON.parse((await deck('template', 'list', '--json')).stdout)).toMatchObject([
    { id: Number(id), name: 'Acme' },
  ]);
  const shown = await deck('template', 'show', 'Acme');
  expect(shown.stdout).toMatch(/closing +3 Section Header/);
  expect(shown.stdout).toBe((await deck('template', 'report', 'brand.potx', '--roles', 'roles.json')).stdout);
  const run = await deck('run', 'Tea', '--yes', '--template', id, '--template-type', '2', '--format', 'pptx');
  expect([run.code, run.stderr]).toEqual([0, expect.any(String)]);
  const parts = unzipSync(readFileSync(lastLine(run.stdout)));
  expect(Object.keys(parts)).toEqual(
    expect.arrayContaining(['ppt/media/logo1.png', 'ppt/slideLayouts/slideLayout8.xml']),
  );
});
