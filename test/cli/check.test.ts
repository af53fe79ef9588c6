import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { templateFile } from '../brand/template-file';
import { text } from '../check/shapes';
import { deck as deckIn, folderWith } from './deck';

const cwd = folderWith();
const deck = (...args: string[]) => deckIn(args, { cwd });

beforeAll(() => {
  const shapes = text('Behind\u0007', [2, 200, 200, 40], { name: 'Edge' });
  const bad = text('The port handles more containers every year.', [66, 200, 120, 30], { name: 'Small' });
  writeFileSync(
    join(cwd, 'warn.pptx'),
    templateFile({ examples: [{ layout: 6, shapes: shapes.replace('\u0007', '') }] }),
  );
  writeFileSync(join(cwd, 'bad.pptx'), templateFile({ examples: [{ layout: 6, shapes: bad }] }));
  writeFileSync(join(cwd, 'note.txt'), 'Hello');
});

test('prints one line per finding, and a summary on stderr', async () => {
  const { stdout, stderr, code } = await deck('check', 'warn.pptx');
  expect(code).toBe(0);
  expect(stdout.trim().split('\n')).toContain(
    'warn.pptx, slide 1, Edge: warning margin: The text is 9 pt from the edge of the slide. Move the text inwards.',
  );
  expect(stdout.trim().split('\n').length).toBeGreaterThan(1);
  expect(stderr).toMatch(/^warn\.pptx: 1 slide, 0 errors, 1 warning, \d+ notes?\. Editability level 0 of 5 \(.+\)\.$/m);
});

test.each<[string[], number]>([
  [['warn.pptx'], 0],
  [['warn.pptx', '--fail-on', 'warning'], 1],
  [['warn.pptx', 'bad.pptx'], 1],
  [['bad.pptx', '--fail-on', 'never'], 0],
])('deck check %j exits with %i', async (args, expected) => {
  const { code } = await deck('check', ...args);
  expect(code).toBe(expected);
});

test('JSON has the report of each file', async () => {
  const { stdout } = await deck('check', 'warn.pptx', 'bad.pptx', '--format', 'json', '--fail-on', 'never');
  const reports = JSON.parse(stdout) as { file: string; findings: { rule: string }[] }[];
  expect(reports.map(({ file }) => file)).toEqual(['warn.pptx', 'bad.pptx']);
  expect(reports[1]).toMatchObject({ format: 'pptx', slides: 1, counts: { error: 1 }, editability: { level: 0 } });
  expect(reports[1]!.findings[0]).toMatchObject({ rule: 'text-overflow', severity: 'error', slide: 1, shape: 'Small' });
});

test('SARIF names rules, levels and places, in a file', async () => {
  const { stdout, stderr } = await deck(
    'check',
    'bad.pptx',
    '--format',
    'sarif',
    '--output',
    'a.sarif',
    '--fail-on',
    'never',
  );
  expect(stdout).toBe('');
  expect(stderr).toContain('bad.pptx: 1 slide, 1 error');
  const sarif = JSON.parse(readFileSync(join(cwd, 'a.sarif'), 'utf8'));
  const [run] = sarif.runs;
  expect([sarif.version, run.tool.driver.name, run.tool.driver.version]).toEqual([
    '2.1.0',
    'deck check',
    expect.stringMatching(/^\d/),
  ]);
  for (const { ruleId, ruleIndex, level, message, locations } of run.results) {
    expect(run.tool.driver.rules[ruleIndex].id).toBe(ruleId);
    expect(['error', 'warning', 'note']).toContain(level);
    expect(message.text).toMatch(/\.$/);
    expect(locations[0].physicalLocation.artifactLocation.uri).toBe('bad.pptx');
  }
  expect(run.results[0].locations[0].logicalLocations[0].fullyQualifiedName).toBe('slide 1/Small');
});

test.each<[string[], string]>([
  [['missing.pptx'], 'missing.pptx does not exist.'],
  [['note.txt'], 'note.txt: The file is not a PowerPoint file (.potx or .pptx).'],
  [['warn.pptx', '--output', 'no/such.json'], '--output: no/such.json cannot be written (ENOENT).'],
  [['warn.pptx', '--format', 'xml'], 'xml'],
])('deck check %j is bad input', async (args, message) => {
  const { stderr, code } = await deck('check', ...args);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});
