import { parseWordDocument } from '../../src/slides/import/parse-word';
import { WORD_LIMITS } from '../../src/slides/import/word-limits';
import {
  bold,
  cell,
  documentXml,
  docx,
  heading,
  item,
  paragraph,
  row,
  run,
  styled,
  table,
  title,
  wordPackage,
} from './docx';

const read = (...body: string[]) => parseWordDocument(docx(...body), WORD_LIMITS);

describe('the blocks of a document', () => {
  it('title, headings, paragraphs and lists in order', async () => {
    expect(
      await read(
        title('Report'),
        heading(1, 'One'),
        paragraph('Some text.'),
        item('first'),
        item('inner', 1),
        heading(3, 'Three'),
      ),
    ).toEqual({
      title: 'Report',
      blocks: [
        { kind: 'heading', level: 1, text: 'One' },
        { kind: 'paragraph', text: 'Some text.', lead: 0 },
        {
          kind: 'list',
          items: [
            { level: 0, text: 'first', lead: 0 },
            { level: 1, text: 'inner', lead: 0 },
          ],
        },
        { kind: 'heading', level: 3, text: 'Three' },
      ],
    });
  });

  it('styles of the house count by what they are based on and by their outline level', async () => {
    const { blocks } = await read(styled('House', 'Chapter'), styled('HouseTwo', 'Section'), styled('Nothing', 'Text'));
    expect(blocks).toMatchObject([{ kind: 'heading', level: 1 }, { kind: 'heading', level: 2 }, { kind: 'paragraph' }]);
  });

  it('styles without a definition count by their id', async () => {
    const bytes = wordPackage({
      document: documentXml(styled('Heading2', 'Section'), paragraph('x')),
      more: { 'word/styles.xml': undefined },
    });
    expect((await parseWordDocument(bytes, WORD_LIMITS)).blocks[0]).toMatchObject({ kind: 'heading', level: 2 });
  });

  it('a table of contents is left out', async () => {
    expect((await read(styled('TOC1', 'One 3'), heading(1, 'One'))).blocks).toHaveLength(1);
  });

  it('typed bullets and numbers are lists', async () => {
    const { blocks } = await read(paragraph('• one'), paragraph('- two'), paragraph('1. three'), paragraph('（2）四'));
    expect(blocks).toEqual([
      {
        kind: 'list',
        items: [
          ...['one', 'two'].map((text) => ({ level: 0, text, lead: 0 })),
          ...['three', '四'].map((text) => ({ level: 0, text, lead: 0, ordered: true })),
        ],
      },
    ]);
  });

  it('bold first words are known by their length', async () => {
    const { blocks } = await read(paragraph(`${bold('One window.')}${run(' More words.')}`));
    expect(blocks).toEqual([{ kind: 'paragraph', text: 'One window. More words.', lead: 11 }]);
  });

  it('tabs, breaks, special spaces and entities become plain text', async () => {
    const { blocks } = await read(
      paragraph(
        '<w:r><w:t>A</w:t><w:tab/><w:t>B &amp; &lt;C&gt;</w:t><w:br/><w:t xml:space="preserve">\u00a0D\u00ad </w:t></w:r>',
      ),
    );
    expect(blocks).toMatchObject([{ text: 'A B & <C> D' }]);
  });

  it('fields, moved text, directions of writing and readings keep their text', async () => {
    const reading =
      '<w:ruby><w:rt><w:r><w:t>にほん</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>日本</w:t></w:r></w:rubyBase></w:ruby>';
    const { blocks } = await read(
      paragraph(`${run('See table ')}<w:fldSimple w:instr=" REF Table ">${run('3')}</w:fldSimple>${run(': Costs')}`),
      paragraph(`<w:moveFrom w:id="1" w:author="x">${run('Here before')}</w:moveFrom>${run('Stays')}`),
      paragraph(
        `<w:moveTo w:id="2" w:author="x">${run('Here now, ')}</w:moveTo><w:bdo w:val="rtl">${run('عكس')}</w:bdo>`,
      ),
      paragraph(`<w:r>${reading}</w:r>${run('語')}`),
    );
    expect(blocks.map((block) => 'text' in block && block.text)).toEqual([
      'See table 3: Costs',
      'Stays',
      'Here now, عكس',
      '日本語',
    ]);
  });

  it('rows of a table have the same length, merged cells appear once', async () => {
    const { blocks } = await read(
      table(
        row('A', 'B', 'C', ''),
        row(cell('wide', '<w:gridSpan w:val="2"/>'), cell('c')),
        row(cell('tall', '<w:vMerge w:val="restart"/>'), cell('x')),
        row(cell('', '<w:vMerge/>'), cell('y'), cell('z')),
      ),
    );
    expect(blocks).toEqual([
      {
        kind: 'table',
        rows: [
          ['A', 'B', 'C'],
          ['wide', '', 'c'],
          ['tall', 'x', ''],
          ['', 'y', 'z'],
        ],
      },
    ]);
  });

  const years = row(
    cell('Office', '<w:vMerge w:val="restart"/>'),
    cell('2025', '<w:gridSpan w:val="2"/>'),
    cell('2026', '<w:gridSpan w:val="2"/>'),
  );
  const kinds = row(cell('', '<w:vMerge/>'), 'Plan', 'Actual', 'Plan', 'Actual');

  it('two rows of headings become one', async () => {
    const { blocks } = await read(table(years, kinds, row('Bonn', '12', '14', '15', '13')));
    expect(blocks).toMatchObject([
      {
        rows: [
          ['Office', '2025 – Plan', '2025 – Actual', '2026 – Plan', '2026 – Actual'],
          ['Bonn', '12', '14', '15', '13'],
        ],
      },
    ]);
  });

  it('a row of values below a merged heading is not a heading', async () => {
    const values = row('Bonn', '12', '14', '15', '13');
    const { blocks } = await read(table(years.replace('<w:vMerge w:val="restart"/>', ''), values, values));
    expect(blocks).toMatchObject([{ rows: [['Office', '2025', '', '2026', ''], { 0: 'Bonn' }, { 0: 'Bonn' }] }]);
  });

  it('a table with a span of a billion columns stays small', async () => {
    const { blocks } = await read(table(row(cell('a', '<w:gridSpan w:val="1000000000"/>'), cell('b')), row('c', 'd')));
    expect(JSON.stringify(blocks).length).toBeLessThan(2000);
  });

  it('a table of one column is text, captions belong to their table', async () => {
    const { blocks } = await read(
      table(row('Framed words')),
      paragraph('Table 2: Costs'),
      table(row('a', 'b'), row('1', '2')),
      table(row('c', 'd')),
      styled('Caption', 'Table 3: Gains'),
    );
    expect(blocks).toMatchObject([
      { kind: 'paragraph', text: 'Framed words' },
      { kind: 'table', caption: 'Table 2: Costs' },
      { kind: 'table', caption: 'Table 3: Gains' },
    ]);
  });
});

describe('headings made by hand', () => {
  it('bold lines and larger type, when no heading is styled', async () => {
    const text = 'A sentence that is long enough to be the text of the document and not a heading at all.';
    const { blocks } = await read(
      paragraph(bold('The large one', 20)),
      paragraph(bold('Below it')),
      paragraph(text),
      paragraph(text),
      paragraph(bold('Another')),
      paragraph(text),
      paragraph(`${bold('Important:')}${run(' this is text.')}`),
    );
    expect(blocks.map((block) => (block.kind === 'heading' ? block.level : '-')).join('')).toBe('12--2--');
  });

  it('numbering as Chinese reports have it', async () => {
    const text = '这里是正文内容，说明有关情况和下一步的考虑。';
    const { blocks } = await read(
      ...['第一章 总则', '一、背景', text, '（一）目的', text, '二、范围', text].map((words) => paragraph(words)),
    );
    expect(blocks.map((block) => (block.kind === 'heading' ? block.level : '-')).join('')).toBe('12-3-2-');
  });

  it('not when everything is bold and short', async () => {
    const { blocks } = await read(...['One', 'Two', 'Three'].map((words) => paragraph(bold(words))));
    expect(blocks.every((block) => block.kind === 'paragraph')).toBe(true);
  });
});
