// Unit tests take a sample of these tables, so that they stay quick; here is each row.
(globalThis as { completeTables?: boolean }).completeTables = true;

describe.each([
  'activities/file-names',
  'brand/corpus',
  'check/check-deck',
  'check/check-pdf',
  'core/deck-folder',
  'core/deck-id',
  'import/condense',
  'import/example',
  'outline/links',
  'outline/markdown-inline',
  'outline/outline-markdown',
  'outline/outline-tree',
  'render/code',
  'render/decks',
  'render/icons',
  'render/images',
  'render/layouts',
  'render/long-text',
  'render/pptx',
  'render/pro',
  'render/review/review',
  'render/scheme',
  'render/siblings',
  'service/domain/note-filter',
  'text/segments',
  'text/unprintable',
  'writer/content',
  'writer/outline',
])('%s', (name) => {
  require(`../${name}.test`);

  it('runs with every row', () => {
    const { COMPLETE } = require('../deep') as typeof import('../deep');
    expect(COMPLETE).toBe(true);
  });
});
