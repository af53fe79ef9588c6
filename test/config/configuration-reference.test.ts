import { readFileSync } from 'node:fs';
import {
  descriptions,
  REFERENCE_FILE,
  referenceText,
  rowsOf,
  sectionNames,
  WRITE_COMMAND,
  writeReference,
} from './configuration-reference';

test(`docs/configuration.md is current; otherwise run ${WRITE_COMMAND}`, () => {
  if (process.env.DECK_WRITE_DOCS === '1') writeReference();
  expect(readFileSync(REFERENCE_FILE, 'utf8')).toBe(referenceText());
});

test('every setting has a notation and a description of its own', () => {
  const settings = sectionNames.flatMap((name) => rowsOf(name)).filter(({ form }) => form !== undefined);
  expect(settings.length).toBeGreaterThan(100);
  expect(settings.length).toBeLessThanOrEqual(139);
  expect(settings.filter(({ description }) => description === '')).toEqual([]);
});

test('comments belong to the key below them, down to quoted keys and not across empty lines', () => {
  const { head, comments } = descriptions(
    '# Of the file.\n\n# Of a.\na:\n  # Of b,\n  # two lines.\n  b: 1\n  # - an example: in a comment\n  list:\n    - x: 1\n  # Alone.\n\n  "c d": 2\n# Of e.\ne: {}\n',
  );
  expect(head).toEqual(['Of the file.']);
  expect(Object.fromEntries(comments)).toEqual({
    a: 'Of a.',
    'a.b': 'Of b, two lines.',
    'a.list': '- an example: in a comment',
    e: 'Of e.',
  });
});
