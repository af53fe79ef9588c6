import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { effectiveSettings, settingsSchema } from '../../src/config';
import { parseSettings } from '../../src/config/parse';

const text = readFileSync(join(__dirname, '../../temporal.yaml'), 'utf8');
const defaults = settingsSchema.parse({});

test('temporal.yaml says exactly what the built-in defaults say', () => {
  expect(parseSettings(text, 'temporal.yaml')).toEqual(defaults);
});

test('every setting stands in temporal.yaml, in the order of the schema', () => {
  expect(keys(parse(text))).toEqual(keys(effectiveSettings(defaults)));
});

test('every section of temporal.yaml is explained', () => {
  const lines = text.split('\n');
  const unexplained = lines.filter((line, index) => {
    const opensSection =
      /^(temporal|data|service|profile|workflow):$|^ {2}(mode|directory|baseUrl|polling|review):/.test(line);
    return opensSection && !/#/.test(`${lines[index - 1]}${lines[index + 1]}`);
  });
  expect(unexplained).toEqual([]);
});

/** Dotted paths of all leaves; a list is a leaf. */
function keys(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path];
  return Object.entries(value).flatMap(([key, entry]) => keys(entry, path === '' ? key : `${path}.${key}`));
}
