import { z } from 'zod';
import { seniorOptionsText } from '../../src/contract/generation';
import { endpointOf } from '../../src/contract/index';
import { flag, id, idList, integer, jsonId, page } from '../../src/contract/wire';

const decodes = (schema: z.ZodType, wire: unknown) => schema.safeParse(wire);

describe('an integer', () => {
  test.each([
    ['0', 0],
    ['-7', -7],
    ['999999999999999', 999_999_999_999_999],
    [12, 12],
  ])('%j is read as %d', (wire, value) => expect(decodes(integer, wire).data).toBe(value));

  test.each(['', ' 1', '1.0', '1e3', '0x10', '1234567890123456', 'NaN', null, true, 1.5])('%j is refused', (wire) =>
    expect(decodes(integer, wire).success).toBe(false),
  );

  test('travels as text', () => expect(z.encode(integer, 42)).toBe('42'));
});

describe('an id', () => {
  test.each(['0', '-1', '01', '', '1 ', 0, -3])('%j is refused', (wire) =>
    expect(decodes(id, wire).success).toBe(false),
  );
  test('travels as text in forms and as a number in JSON', () => {
    expect(z.encode(id, 42)).toBe('42');
    expect(z.encode(jsonId, 42)).toBe(42);
  });
  test('is read from a number and from text in JSON', () => {
    expect([z.decode(jsonId, 42), z.decode(jsonId, '42')]).toEqual([42, 42]);
  });
});

describe('a flag', () => {
  test.each([
    ['true', true],
    ['1', true],
    [true, true],
    ['false', false],
    ['0', false],
    [false, false],
    ['True', true],
    ['FALSE', false],
  ])('%j is read as %j', (wire, value) => expect(decodes(flag, wire).data).toBe(value));
  test.each(['yes', 'on', '', 2, null])('%j is refused', (wire) => expect(decodes(flag, wire).success).toBe(false));
  test('travels as true and false', () =>
    expect([z.encode(flag, true), z.encode(flag, false)]).toEqual(['true', 'false']));
});

describe('a list of ids', () => {
  test('travels as comma-separated text', () => {
    expect(z.encode(idList, [3, 14, 15])).toBe('3,14,15');
    expect(z.decode(idList, '3,14,15')).toEqual([3, 14, 15]);
  });
  test.each(['', ',', '1,', '1,,2', '1;2', Array(101).fill('1').join(',')])('%.20j is refused', (wire) =>
    expect(decodes(idList, wire).success).toBe(false),
  );
});

describe('advanced options in a form field', () => {
  test.each([
    [{ page: 3, tone: 40 }, '{"page":3,"tone":40}'],
    [{ page: [3] }, '{"page":[3]}'],
    [[47, '3'], '[47,"3"]'],
  ])('%j travels as JSON text', (options, wire) => {
    expect(z.encode(seniorOptionsText, options)).toBe(wire);
    expect(z.decode(seniorOptionsText, wire)).toEqual(options);
  });
  test.each([
    ['{', []],
    ['', []],
    ['null', []],
    ['{"scene":null,"page":3}', { scene: [], page: 3 }],
  ])('%j is never refused', (wire, read) => expect(z.decode(seniorOptionsText, wire)).toEqual(read));
});

describe('a page of a list', () => {
  const numbers = page(z.object({ id: z.int() }));
  const block = { total: 1, current_page: 1, page_size: 20 };
  const value = { pagination: block, list: [{ id: 5 }] };
  test('is read with its block nested', () => expect(decodes(numbers, value).data).toEqual(value));
  test('keeps unknown fields of its items out', () =>
    expect(decodes(numbers, { pagination: block, list: [{ id: 5, extra: 1 }] }).data).toEqual(value));
  test('without a block is refused', () => expect(decodes(numbers, { list: [] }).success).toBe(false));
});

describe('data of single endpoints', () => {
  const read = (name: Parameters<typeof endpointOf>[0], data: unknown) => endpointOf(name).data.safeParse(data);

  test('an outline node keeps unknown fields and types', () => {
    const node = { id: 1, parentId: 0, depth: 1, sort: 0, type: 'novelty', value: 'x', colour: 'red', children: [] };
    expect(read('readOutlineTree', node).data).toEqual(node);
  });

  test('a leaf of the advanced options may have null for children', () => {
    const leaf = { id: 2, parent_id: 1, name: '10', key: '', children: null };
    expect(read('listAdvancedOptions', [leaf]).data).toEqual([leaf]);
  });
});
