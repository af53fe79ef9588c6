import type { Outline } from '../../src/outline/outline';
import { OUTLINE_LIMITS, parseOutline, writeOutline } from '../../src/outline/outline-markdown';
import { ImportError } from '../../src/slides/import/import-error';
import type { ImportedDocument } from '../../src/slides/import/imported-document';
import { type ImportMode, outlineOf } from '../../src/slides/import/outline-of';
import { parseWordDocument } from '../../src/slides/import/parse-word';
import { WORD_LIMITS } from '../../src/slides/import/word-limits';
import { pagesOf, pointsOf } from '../writer/decks';
import { docx, heading, item, paragraph, row, step, table, title } from './docx';
import { CHINESE_REPORT, REPORT } from './reports';

const parse = (bytes: Uint8Array) => parseWordDocument(bytes, WORD_LIMITS);
const outline = async (bytes: Uint8Array, mode: ImportMode = 'keep', name?: string): Promise<Outline> =>
  outlineOf(await parse(bytes), name === undefined ? { mode } : { mode, title: name });
const names = (parts: { title: string }[]) => parts.map((part) => part.title);
const SENTENCE = 'Sales grew in every region, and the new shops in the north did best of all';

describe('an ordinary report', () => {
  it('headings are chapters and pages, the table has a page of its own', async () => {
    const deck = await outline(REPORT);
    expect(deck).toMatchObject({ title: 'Customer service in 2025', language: 'en' });
    expect(names(deck.chapters)).toEqual(['Introduction', '1 Results', '2 Causes', '3 What we propose']);
    expect(names(deck.chapters[1]!.pages)).toEqual([
      '1.1 Contacts',
      'Table 1: Satisfaction by channel',
      '1.2 Satisfaction',
    ]);
    expect(deck.chapters[1]!.pages[1]!.blocks).toEqual([
      {
        kind: 'table',
        header: ['Channel', 'Contacts', 'Satisfied'],
        rows: [
          ['Telephone', '96,000', '81 %'],
          ['Chat', '61,000', '88 %'],
          ['E-mail', '27,000', '64 %'],
        ],
      },
    ]);
  });

  it('third-level headings, bold words, words before a colon and first sentences are points', async () => {
    const deck = await outline(REPORT);
    expect(names(pointsOf(deck))).toEqual(
      expect.arrayContaining(['Training', 'Tools', 'One window', 'Self-service', 'The board decides in April']),
    );
    const list = pointsOf(deck).find((point) => point.title === 'The main causes of long conversations');
    expect(list?.text).toEqual([
      'Invoices that no one understands',
      'Contracts in three systems',
      'Passwords and lost access',
    ]);
  });

  it('keep: every word of the document is in the deck', async () => {
    for (const report of [REPORT, CHINESE_REPORT]) {
      const document = await parse(report);
      const deck = JSON.stringify(outlineOf(document, { mode: 'keep' }));
      const words = document.blocks.flatMap((block) => {
        if (block.kind === 'picture') return [block.alt];
        if (block.kind === 'list') return block.items.map((each) => each.text);
        return block.kind === 'table' ? block.rows.flat() : [block.text];
      });
      for (const word of words.flatMap((text) => text.match(/\p{Script=Han}+|[\p{L}\d,.%-]*[\p{L}\d%]/gu) ?? [])) {
        expect(deck).toContain(word);
      }
    }
  });

  it('in Chinese, with headings made by hand', async () => {
    const deck = await outline(CHINESE_REPORT);
    expect(deck).toMatchObject({ title: '2025年客户服务工作总结', language: 'zh' });
    expect(names(deck.chapters)).toEqual(['概述', '一、总体情况', '二、存在的问题', '三、下一步建议']);
    expect(names(deck.chapters[3]!.pages[0]!.blocks as { title: string }[])).toEqual([
      '统一窗口',
      '简化账单',
      '自助服务',
    ]);
  });

  it('polish: numbering goes, long text is cut at a sentence, typing is put right', async () => {
    expect(names((await outline(REPORT, 'polish')).chapters)).toEqual([
      'Introduction',
      'Results',
      'Causes',
      'What we propose',
    ]);
    expect(names((await outline(CHINESE_REPORT, 'polish')).chapters.slice(1))).toEqual([
      '总体情况',
      '存在的问题',
      '下一步建议',
    ]);
    const long = docx(
      heading(1, 'A'),
      heading(2, '1.2 costs '),
      paragraph(`First , this one!! ${`${SENTENCE}. `.repeat(9)}`),
    );
    const [point] = pointsOf(await outline(long, 'polish'));
    expect(point!.text.join('').length).toBeLessThan(300);
    expect(point!.text.join('')).toMatch(/all\.$/);
    expect(pagesOf(await outline(long, 'polish'))[0]!.title).toBe('Costs');
    expect(
      names((await outline(docx(heading(1, '5 lessons'), paragraph(SENTENCE)), 'polish')).chapters[0]!.pages),
    ).toEqual(['5 lessons']);
  });
});

describe('documents of other shapes', () => {
  it('without a Title style: the one heading above all others is the title', async () => {
    const deck = await outline(
      docx(heading(1, 'Plan'), heading(2, 'A'), paragraph(SENTENCE), heading(2, 'B'), paragraph(SENTENCE)),
    );
    expect(deck.title).toBe('Plan');
    expect(names(pagesOf(deck))).toEqual(['A', 'B']);
  });

  it('without a title at all: what the person typed or the file name, then the first heading', async () => {
    const body = docx(heading(1, 'One'), paragraph(SENTENCE), heading(1, 'Two'), paragraph(SENTENCE));
    expect((await outline(body, 'keep', 'Annual_review-2025.docx')).title).toBe('Annual review-2025');
    expect((await outline(body, 'keep', 'C:\\fakepath\\Plan.docx')).title).toBe('Plan');
    expect((await outline(body, 'keep', '新建 Microsoft Word 文档.docx')).title).toBe('One');
    expect((await outline(body)).title).toBe('One');
  });

  it('one level of headings: pages when they are short, chapters when they are long', async () => {
    const short = await outline(
      docx(title('T'), heading(1, 'One'), paragraph(SENTENCE), heading(1, 'Two'), paragraph(SENTENCE)),
    );
    expect(names(short.chapters)).toEqual(['T']);
    expect(names(pagesOf(short))).toEqual(['One', 'Two']);
    const many = Array.from({ length: 14 }, () => paragraph(`${SENTENCE}. ${SENTENCE}.`));
    const long = await outline(docx(title('T'), heading(1, 'One'), ...many, heading(1, 'Two'), ...many));
    expect(names(long.chapters)).toEqual(['One', 'Two']);
    expect(names(long.chapters[0]!.pages)[0]).toMatch(/^One \(1\/\d\)$/);
  });

  it('without headings: pages of a few paragraphs, named after the first', async () => {
    const deck = await outline(
      docx(...Array.from({ length: 20 }, (_, at) => paragraph(`Finding ${at}: ${SENTENCE}.`))),
    );
    expect(deck.chapters).toHaveLength(1);
    expect(pagesOf(deck).length).toBeGreaterThanOrEqual(4);
    for (const page of pagesOf(deck)) expect(page.blocks.length).toBeLessThanOrEqual(5);
    expect(pagesOf(deck)[1]!.title).toMatch(/^Finding \d+$/);
  });

  it('of a single line', async () => {
    const deck = await outline(docx(paragraph('Only this')), 'keep', 'note.docx');
    expect(deck.chapters).toEqual([
      { title: 'note', pages: [{ title: 'note', blocks: [{ kind: 'point', title: 'Only this', text: [] }] }] },
    ]);
  });

  it('skipped levels, text below a chapter, headings without text', async () => {
    const deck = await outline(
      docx(
        title('T'),
        heading(1, 'A'),
        paragraph(SENTENCE),
        heading(4, 'Deep'),
        paragraph('x'),
        heading(1, 'B'),
        heading(4, 'Bare'),
      ),
    );
    expect(deck.chapters.map((chapter) => [chapter.title, ...names(chapter.pages)])).toEqual([
      ['A', 'A', 'Deep'],
      ['B', 'Bare'],
    ]);
  });

  it('list items are points, inner ones their text', async () => {
    const deck = await outline(
      docx(
        title('T'),
        heading(1, 'A'),
        heading(2, 'P'),
        item('Fruit'),
        item('apples', 1),
        item('pears', 1),
        item('Speed: twice as fast'),
      ),
    );
    expect(pagesOf(deck)[0]!.blocks).toEqual([
      { kind: 'point', title: 'Fruit', text: ['apples', 'pears'] },
      { kind: 'point', title: 'Speed', text: ['twice as fast'] },
    ]);
  });

  it('the items of numbered lists are numbered, those of others are not', async () => {
    const steps = [step('Drain the node'), step('Promote the replica'), paragraph('Afterwards.'), step('Check again')];
    const typed = [paragraph('1. Freeze'), paragraph('2. Copy'), paragraph('• Tell everyone')];
    const numbers = async (...body: string[]) =>
      pagesOf(await outline(docx(title('T'), heading(1, 'A'), heading(2, 'P'), ...body))).flatMap(({ blocks }) =>
        blocks.map((block) => block.kind === 'point' && block.number),
      );
    expect(await numbers(...steps)).toEqual([1, 2, undefined, 1]);
    expect(await numbers(...typed)).toEqual([1, 2, undefined]);
    expect(await numbers(item('Fruit'), item('Bread'))).toEqual([undefined, undefined]);
  });

  it('a table of more columns than a deck allows comes in parts', async () => {
    const wide = Array.from({ length: 30 }, (_, at) => `c${at}`);
    const deck = await outline(docx(title('T'), heading(1, 'A'), heading(2, 'P'), table(row(...wide), row(...wide))));
    const headers = pagesOf(deck).flatMap((page) =>
      page.blocks.map((block) => (block.kind === 'table' ? block.header : [])),
    );
    expect(headers.map((header) => header.length)).toEqual([20, 11]);
    expect(headers.map((header) => header[0])).toEqual(['c0', 'c0']);
  });

  it('what no deck can hold is refused with what to do', async () => {
    const blocks = Array.from({ length: OUTLINE_LIMITS.nodes }, () => ({
      kind: 'paragraph' as const,
      text: SENTENCE,
      lead: 0,
    }));
    expect(() => outlineOf({ blocks }, { mode: 'keep' })).toThrow(/Split it/);
    expect(() => outlineOf({ blocks: [{ kind: 'heading', level: 1, text: 'A' }] }, { mode: 'keep' })).not.toThrow();
    expect(() => outlineOf({ blocks: [] }, { mode: 'keep' })).toThrow(ImportError);
  });

  it('long words, long cells and marks of Markdown: the outline can be written and read back', async () => {
    const hostile: ImportedDocument = {
      title: '# *T* <!-- ending: x -->',
      blocks: [
        { kind: 'heading', level: 1, text: 'h'.repeat(3000) },
        { kind: 'paragraph', text: '1. | a | `b` '.repeat(2000), lead: 0 },
        { kind: 'heading', level: 2, text: '# ## ###' },
        { kind: 'paragraph', text: '字'.repeat(20_000), lead: 3 },
        { kind: 'list', items: [{ level: 3, text: '- [x](y) '.repeat(100), lead: 0 }] },
        {
          kind: 'table',
          rows: [
            ['|', 'x'.repeat(2000)],
            ['```', '---'],
          ],
        },
      ],
    };
    for (const mode of ['keep', 'expand', 'polish'] as const) {
      const deck = outlineOf(hostile, { mode });
      expect(parseOutline(writeOutline(deck))).toEqual(deck);
    }
  });
});
