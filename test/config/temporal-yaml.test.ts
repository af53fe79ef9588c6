import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { effectiveSettings, settingsSchema } from '../../src/config';
import { parseSettings, parseYaml } from '../../src/config/parse';
import { defaultServiceProfile, serviceProfileSchema } from '../../src/contract/profile';

const text = readFileSync(join(__dirname, '../../temporal.yaml'), 'utf8');
const defaults = settingsSchema.parse({});

test('temporal.yaml says exactly what the built-in defaults say', () => {
  expect(parseSettings(text, 'temporal.yaml')).toEqual(defaults);
});

test('temporal.yaml contains every setting, in the order of the schema', () => {
  expect(keys(parse(text))).toEqual(keys(effectiveSettings(defaults)));
});

test('there are at most 138 settings', () => {
  expect(keys(effectiveSettings(defaults)).length).toBeLessThanOrEqual(138);
});

test('profiles/default.yaml says exactly what the built-in service profile says, in its order', () => {
  const profile = readFileSync(join(__dirname, '../../profiles/default.yaml'), 'utf8');
  expect(parseYaml(serviceProfileSchema, profile, 'default.yaml')).toEqual(defaultServiceProfile);
  expect(keys(parse(profile))).toEqual(keys(defaultServiceProfile));
});

test('every section of temporal.yaml is explained', () => {
  const lines = text.split('\n');
  const unexplained = lines.filter((line, index) => {
    const opensSection = /^(temporal|data|service|workflow):$|^ {2}(mode|directory|baseUrl|polling|review):/.test(line);
    return opensSection && !/#/.test(`${lines[index - 1]}${lines[index + 1]}`);
  });
  expect(unexplained).toEqual([]);
});

/** Dotted paths of all leaves; a list is a leaf. */
function keys(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path];
  return Object.entries(value).flatMap(([key, entry]) => keys(entry, path === '' ? key : `${path}.${key}`));
}
