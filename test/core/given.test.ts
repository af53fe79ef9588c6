import { given } from '../../src/core/given';

test('fields that are undefined are left out, all others stay as they are', () => {
  const port: number | undefined = undefined;
  const chosen: { host: string | null; port?: number; on: boolean } = given({ host: null, port, on: false });
  expect(Object.entries(chosen)).toEqual([
    ['host', null],
    ['on', false],
  ]);
});
