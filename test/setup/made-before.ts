/** What is made before the tests of a `describe`, and closed after them. Its properties are there within tests only. */
export function madeBefore<Made extends object>(
  make: () => Promise<Made>,
  close?: (made: Made) => Promise<unknown>,
): Made {
  let made: Made;
  beforeAll(async () => {
    made = await make();
  });
  if (close) afterAll(() => close(made));
  return new Proxy({} as Made, { get: (_, name) => Reflect.get(made, name) });
}
