import { parseOutline, writeOutline } from '../../src/outline/outline-markdown';
import { inQuotationMarks } from '../../src/outline/quotation-marks';

it.each([
  ['We ship every day.', '“We ship every day.”'],
  ['We ship every day. — Ann Lee', '“We ship every day.” — Ann Lee'],
  ['We ship -- and rest -- every day.', '“We ship -- and rest -- every day.”'],
  ['我们每天都发布新版本。——王芳', '“我们每天都发布新版本。”——王芳'],
  ['“We ship every day.”', '“We ship every day.”'],
  ['— Ann Lee, engineer', '— Ann Lee, engineer'],
  ['Note: restart the server first.', 'Note: restart the server first.'],
  ['[!TIP] Restart the server.', '[!TIP] Restart the server.'],
  ['q', 'q'],
])('%s', (text, expected) => {
  expect(inQuotationMarks(text)).toBe(expected);
});

it('leaves a long extract as it is', () => {
  const long = 'A sentence of an extract. '.repeat(30);
  expect(inQuotationMarks(long)).toBe(long);
});

describe('a quotation in Markdown', () => {
  const blocksOf = (body: string) => parseOutline(`# T\n## C\n### P\n${body}`).chapters[0]!.pages[0]!.blocks;

  it('is marked, on one line or several', () => {
    expect(blocksOf('> We ship\n> every day.')).toEqual([
      { kind: 'point', title: 'P', text: ['“We ship every day.”'] },
    ]);
  });

  it('below a list is not part of its last item', () => {
    expect(blocksOf('- One\n- Two\n> We ship every day.')).toEqual([
      { kind: 'point', title: 'One', text: [] },
      { kind: 'point', title: 'Two', text: [] },
      { kind: 'point', title: '“We ship every day.”', text: [] },
    ]);
  });

  it('reads back as it was written', () => {
    const outline = parseOutline('# T\n## C\n### P\n> We ship every day.\n>\n> — Ann Lee\n');
    expect(parseOutline(writeOutline(outline))).toEqual(outline);
  });
});
