import { outlineOf } from '../../src/slides/import/outline-of';
import { textDocument } from '../../src/slides/import/text-document';

const deckOf = (text: string, title?: string) =>
  outlineOf(textDocument(text, title), { mode: 'keep', ...(title === undefined ? {} : { title }) });
const wordsOf = (text: string, title?: string) => JSON.stringify(deckOf(text, title));

describe('a text without markup', () => {
  it('has its first line as title, if that reads as one', () => {
    expect(textDocument('Bees in the city\n\nThey live on roofs.', undefined)).toMatchObject({
      title: 'Bees in the city',
      blocks: [{ kind: 'paragraph', text: 'They live on roofs.' }],
    });
    expect(deckOf('城市里的蜜蜂\n它们住在屋顶上。\n它们需要花园。').title).toBe('城市里的蜜蜂');
  });

  it('is named by its first sentence otherwise, and keeps that sentence', () => {
    const text = 'Bees live on roofs. They need gardens, parks and balconies.';
    expect(deckOf(text).title).toBe('Bees live on roofs');
    expect(wordsOf(text)).toContain('They need gardens');
    expect(deckOf('x'.repeat(3_000)).title.length).toBeLessThanOrEqual(120);
    expect(deckOf('Only this').title).toBe('Only this');
  });

  it('does not repeat a title that was sent', () => {
    expect(textDocument('Bees\n\nThey live on roofs.', 'Bees').blocks).toHaveLength(1);
    expect(textDocument('Bees\n\nThey live on roofs.', 'Honey').blocks).toHaveLength(2);
    expect(deckOf('Bees\n\nThey live on roofs.', 'Honey').title).toBe('Honey');
  });

  it('has lists, and headings by their numbers', () => {
    const { blocks } = textDocument(
      '蜜蜂\n\n一、屋顶\n它们住在屋顶上。\n- 蜂箱\n  * 小的\n二、花园\n1、公园\n2、阳台\n它们需要花园。',
      undefined,
    );
    expect(blocks).toEqual([
      { kind: 'heading', level: 1, text: '一、屋顶' },
      { kind: 'paragraph', text: '它们住在屋顶上。', lead: 0 },
      {
        kind: 'list',
        items: [
          { level: 0, text: '蜂箱', lead: 0 },
          { level: 1, text: '小的', lead: 0 },
        ],
      },
      { kind: 'heading', level: 1, text: '二、花园' },
      {
        kind: 'list',
        items: [
          { ordered: true, level: 0, text: '公园', lead: 0 },
          { ordered: true, level: 0, text: '阳台', lead: 0 },
        ],
      },
      { kind: 'paragraph', text: '它们需要花园。', lead: 0 },
    ]);
  });

  it('has one paragraph a line, but not a line that an editor has broken', () => {
    const text = 'A hive on a roof feeds on what grows within three kilometres of\nit, which is enough.\nParks help.';
    expect(textDocument(text, 'Bees').blocks).toEqual([
      { kind: 'paragraph', text: text.split('\nParks')[0]!.replace('\n', ' '), lead: 0 },
      { kind: 'paragraph', text: 'Parks help.', lead: 0 },
    ]);
  });

  it.each([
    ['one paragraph', Array.from({ length: 3_000 }, (_, at) => `Word${at} stays here.`).join(' ')],
    ['one sentence', Array.from({ length: 6_000 }, (_, at) => `word${at}`).join(' ')],
    ['hanzi', Array.from({ length: 2_000 }, (_, at) => `第${at}个词在这里。`).join('')],
  ])('loses nothing of %s, however long', (_, text) => {
    const words = wordsOf(text, 'Long');
    for (const word of text.match(/\w*\d+\w*/g)!) expect(words).toContain(word);
  });

  it('loses no line with marks', () => {
    const lines = ['5 * 3 * 2 = 30', 'a < b & c > d', '<!-- not a comment -->', '[x](y)', '`code`', 'Source: our own'];
    const words = wordsOf(lines.join('\n\n'), 'Marks');
    for (const line of lines) expect(words).toContain(JSON.stringify(line).slice(1, -1));
  });

  it.each([
    ['', 'there is no text'],
    [' \n\t\n', 'there is no text'],
    ['a\n'.repeat(50_001), 'the text is larger than 2 MB or 50000 lines'],
    ['a'.repeat(2 * 1024 * 1024 + 1), 'the text is larger than 2 MB or 50000 lines'],
  ])('is refused if it is empty or too large', (text, sentence) => {
    expect(() => textDocument(text, undefined)).toThrow(sentence);
  });
});
