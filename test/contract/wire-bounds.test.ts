import { z } from 'zod';
import { envelope, SUCCESS } from '../../src/contract/envelope';
import { EVENT_STREAM, fragment, STREAM_END, streamFailure } from '../../src/contract/events';
import { dateTime, filePart, flag, id, idList, integer, jsonId, nothing, pageRequest } from '../../src/contract/wire';

const accepts = (schema: z.ZodType, wire: unknown) => schema.safeParse(wire).success;
const messageOf = (schema: z.ZodType, wire: unknown) => JSON.stringify(schema.safeParse(wire).error?.issues ?? []);
const MOST = 999_999_999_999_999;

describe('numbers on the wire', () => {
  it.each([
    [MOST, true],
    [-MOST, true],
    [MOST + 1, false],
    [-MOST - 1, false],
    ['-999999999999999', true],
    ['-1234567890123456', false],
    ['1\n', false],
    ['a1', false],
  ])('the integer %j is read: %s', (wire, can) => {
    expect(accepts(integer, wire)).toBe(can);
  });

  it.each([
    [1, true],
    ['1', true],
    ['999999999999999', true],
    [MOST, true],
    [MOST + 1, false],
    ['9999999999999999', false],
    [0, false],
    [1.5, false],
    ['x7', false],
    ['7x', false],
  ])('the id %j is read, in forms and in JSON: %s', (wire, can) => {
    expect([accepts(id, wire), accepts(jsonId, wire)]).toEqual([can, can]);
  });

  it('are refused with what they must be', () => {
    expect(messageOf(integer, 'x')).toContain('must be a whole number');
    expect(messageOf(id, 'x')).toContain('must be an id: a positive whole number');
    expect(messageOf(jsonId, 'x')).toContain('must be an id: a positive whole number');
    expect(messageOf(idList, 'x')).toContain('must be ids separated by commas, at most 100');
    expect(messageOf(flag, 'yes')).toContain('must be true or false');
    expect(messageOf(filePart, {})).toContain('must be a file part');
  });

  it('of a list are at most a hundred ids of fifteen digits', () => {
    const ids = (count: number) => Array<string>(count).fill('999999999999999').join(',');
    expect(z.decode(idList, ids(100))).toEqual(Array(100).fill(MOST));
    expect(z.decode(idList, '7')).toEqual([7]);
    for (const wrong of [
      ids(101),
      '9999999999999999',
      '1,9999999999999999',
      '0,1',
      '1,0',
      'a,1',
      '1,a',
      ' 1,2',
      '1,2 ',
    ])
      expect([wrong, accepts(idList, wrong)]).toEqual([wrong, false]);
  });

  it('of a page may be left out', () => {
    const request = z.object(pageRequest);
    expect(request.parse({})).toEqual({});
    expect(request.parse({ page: '2', page_size: '50' })).toEqual({ page: 2, page_size: 50 });
    expect(accepts(request, { page: 'x' })).toBe(false);
  });
});

describe('other values on the wire', () => {
  it('flags travel as text and are read in every form', () => {
    expect([true, false].map((value) => z.encode(flag, value))).toEqual(['true', 'false']);
    expect(['true', '1', true, 'false', '0', false].map((wire) => z.decode(flag, wire as 'true'))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it.each([
    [['True', 'TRUE', 'tRuE', '1'], true],
    [['False', 'FALSE', 'fALSE', '0'], false],
  ])('flags %j are read as %s: Python writes a capital', (texts, value) => {
    for (const text of texts) expect([text, z.decode(flag, text)]).toEqual([text, value]);
  });

  it('anything else is not a flag', () => {
    for (const wrong of ['', 'yes', 'no', 'on', 'truee', ' true', 'true\n', '2', '-1', 1, 0, null])
      expect([wrong, accepts(flag, wrong)]).toEqual([wrong, false]);
  });

  it.each([
    [{ filename: 'a', mediaType: 'b', bytes: new Uint8Array(1) }, true],
    [{ bytes: [1] }, false],
    [null, false],
    [undefined, false],
    ['bytes', false],
    [Object.assign(() => 0, { bytes: new Uint8Array(1) }), false],
  ])('%s is a file part: %s', (value, is) => {
    expect(accepts(filePart, value)).toBe(is);
  });

  it('no data is an empty list', () => {
    expect([accepts(nothing, []), accepts(nothing, [1]), accepts(nothing, null)]).toEqual([true, false, false]);
  });

  it('a time is text', () => expect([accepts(dateTime, ''), accepts(dateTime, 7)]).toEqual([true, false]));
});

describe('an envelope', () => {
  it('has a whole number for its code, any data, and a text where it says why', () => {
    expect(envelope.parse({ code: 0, data: { id: 7 }, msg: 'ok' })).toEqual({ code: 0, data: { id: 7 }, msg: 'ok' });
    expect(envelope.parse({ code: 40007, data: null })).toEqual({ code: 40007, data: null, msg: '' });
    for (const wrong of [{}, { code: '0', data: 1 }, { code: 0.5, data: 1 }, { code: 0, data: 1, msg: 7 }, null])
      expect(accepts(envelope, wrong)).toBe(false);
    expect(SUCCESS).toBe(0);
  });
});

describe('events of a stream', () => {
  it('are called what the specification calls them', () => {
    expect([EVENT_STREAM, STREAM_END]).toEqual(['text/event-stream', 'api-close']);
  });

  it('carry a fragment, or a failure of which every field may be missing', () => {
    expect(fragment.parse({ content: 'a', more: 1 })).toEqual({ content: 'a' });
    for (const wrong of [{}, { content: 7 }, 'a']) expect(accepts(fragment, wrong)).toBe(false);
    expect(streamFailure.parse({})).toEqual({});
    const told = { code: 40007, msg: 'no balance', message: 'none' };
    expect(streamFailure.parse({ ...told, more: 1 })).toEqual(told);
    for (const wrong of [{ code: 'x' }, { msg: 7 }, { message: 7 }, null, 'x'])
      expect(accepts(streamFailure, wrong)).toBe(false);
  });
});
