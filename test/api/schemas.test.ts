import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/io/package-root';
import { type SchemaName, schemaNames } from '../../src/decks/api';
import { presentationInput } from '../../src/decks/input/input';
import { deck } from '../cli/deck';
import { routes } from '../pipeline/routes';
import { SCHEMA_FOLDER, schemaFile, schemaText, WRITE_COMMAND, writeSchemas } from './schema-files';
import { faults } from './validate';

describe('docs/schemas', () => {
  it(`is current; otherwise run ${WRITE_COMMAND}`, () => {
    if (process.env.DECK_WRITE_DOCS === '1') writeSchemas();
    expect(readdirSync(SCHEMA_FOLDER).sort()).toEqual(schemaNames.map((name) => `${name}.json`).sort());
    for (const name of schemaNames) expect(readFileSync(schemaFile(name), 'utf8')).toBe(schemaText(name));
  });

  it.each(schemaNames)('%s is draft 2020-12 and says what it is', (name) => {
    expect(JSON.parse(schemaText(name))).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: name,
      description: expect.stringMatching(/.{10}/),
    });
  });
});

describe('the schema of the input', () => {
  it.each(Object.entries(routes))('fits a deck by the route %s', (_, { input }) => {
    expect(faults('input', { uid: 'u1', request: 'r1', ...input })).toEqual([]);
  });

  it.each([
    {},
    { uid: 'u1', request: 'r1', title: '' },
    { uid: 'u1', request: 'a/b', title: 'A title' },
    { uid: 'u1', request: 'r1', title: 'A title', formats: [] },
    { uid: 'u1', request: 'r1', title: 'A title', formats: ['docx'] },
    { uid: 'u1', request: 'r1', title: 'A title', unknown: true },
    { uid: 'u1', request: 'r1', title: 'A title', options: { colour: 'red' } },
    { uid: 'u1', request: 'r1', document: { path: 'a.docx', treatment: 'shorten' } },
  ])('refuses %j, as the worker does', (input) => {
    expect(presentationInput.safeParse(input).success).toBe(false);
    expect(faults('input', input)).not.toEqual([]);
  });
});

describe('the schemas of the messages', () => {
  it.each<[SchemaName, unknown]>([
    ['review-message', {}],
    ['review-message', { revision: 0, decision: 'approve' }],
    ['review-message', { revision: '1', decision: 'approve' }],
    ['review-message', { revision: 1, decision: 'yes' }],
    ['review-message', { revision: 1, decision: 'edit', outline: { value: 'Tea', children: [{}] } }],
    ['resolve-message', { action: 'again' }],
    ['resolve-message', { action: 'provide', taskId: -1 }],
  ])('%s refuses %j', (name, value) => {
    expect(faults(name, value)).not.toEqual([]);
  });
});

/** A JSON file that the page links to. */
const exampleText = (name: string) => readFileSync(join(packageRoot, 'docs', 'examples', `${name}.json`), 'utf8');

describe('docs/api.md', () => {
  const page = readFileSync(join(packageRoot, 'docs', 'api.md'), 'utf8');
  const onPage = [...page.matchAll(/^```json (\S+)\n(.*?)^```/gms)].map(([, name, text]) => ({ name, text }));
  const linked = ['progress', 'result'].map((name) => ({ name, text: exampleText(name) }));
  const [notification] = JSON.parse(exampleText('notifications')) as unknown[];
  const examples = [...onPage, ...linked, { name: 'notification', text: JSON.stringify(notification) }];

  it('has an example of everything that travels', () => {
    expect([...new Set(examples.map(({ name }) => name))].sort()).toEqual([...schemaNames].sort());
  });

  it.each(examples)('shows a $name that fits its schema: $text', ({ name, text }) => {
    expect(faults(name as SchemaName, JSON.parse(text!))).toEqual([]);
  });
});

describe('deck config --schema', () => {
  const run = (...args: string[]) => deck(['config', '--schema', ...args], { cwd: tmpdir() });

  it('prints a schema, or the names', async () => {
    expect(await run('review-message')).toMatchObject({ code: 0, stdout: schemaText('review-message') });
    expect((await run()).stdout.trimEnd().split('\n')).toEqual(schemaNames);
  });

  it('lists the existing schemas when another one is requested', async () => {
    expect(await run('deck')).toMatchObject({ code: 2, stderr: expect.stringContaining('review-answer') });
  });
});
