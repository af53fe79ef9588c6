// Unit tests take a sample of these tables, so that they stay quick; here is each row.
(globalThis as { completeTables?: boolean }).completeTables = true;

describe.each([
  'brand/corpus',
  'check/check-deck',
  'check/check-pdf',
  'import/example',
  'outline/outline-markdown',
  'render/code',
  'render/decks',
  'render/images',
  'render/layouts',
  'render/long-text',
  'render/pptx',
  'render/pro',
  'render/scheme',
])('%s', (name) => {
  require(`../${name}.test`);

  it('runs with every row', () => {
    const { COMPLETE } = require('../deep') as typeof import('../deep');
    expect(COMPLETE).toBe(true);
  });
});
