import fc from 'fast-check';
import type { Outline, Page } from '../../src/outline/outline';
import {
  detectLanguage,
  OUTLINE_LIMITS,
  OutlineError,
  type ParseOptions,
  parseOutline,
  withoutContent,
  writeOutline,
} from '../../src/outline/outline-markdown';
import { COMPLETE, runs } from '../deep';
import { cpuTime } from '../setup/cpu-time';
import { outline } from './outlines';

const lines = (...text: string[]) => text.join('\n');

function refusal(markdown: string): OutlineError {
  try {
    parseOutline(markdown);
  } catch (error) {
    expect(error).toBeInstanceOf(OutlineError);
    return error as OutlineError;
  }
  throw new Error('the outline was read');
}

describe('Markdown round trip', () => {
  test('every outline is read back as it was written, with content', () => {
    fc.assert(
      fc.property(outline, (value) => {
        expect(parseOutline(writeOutline(value))).toEqual(value);
      }),
      { numRuns: runs(1500) },
    );
  });

  test('without content only the paragraphs under the points are gone', () => {
    fc.assert(
      fc.property(outline, (value) => {
        expect(parseOutline(writeOutline(value, { content: false }))).toEqual(withoutContent(value));
      }),
      { numRuns: runs(500) },
    );
  });

  test('in a code fence, with CRLF and a byte order mark, it is the same outline', () => {
    fc.assert(
      fc.property(outline, (value) => {
        const dressed = `\ufeff\n\`\`\`markdown\n${writeOutline(value)}\`\`\`\n\n`.replaceAll('\n', '\r\n');
        expect(parseOutline(dressed)).toEqual(value);
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('tolerant reading', () => {
  test('the four levels, paragraphs and a table', () => {
    const read = parseOutline(
      lines(
        '# Tea',
        '## 1. Origins',
        '### 1.1 China',
        '#### Leaves',
        'One.',
        '',
        'Two',
        'lines.',
        '| a | b |',
        '|:-|-:|',
        '| 1 | 2 |',
      ),
    );
    expect(read).toEqual({
      title: 'Tea',
      language: 'en',
      chapters: [
        {
          title: '1. Origins',
          pages: [
            {
              title: '1.1 China',
              blocks: [
                { kind: 'point', title: 'Leaves', text: ['One.', 'Two lines.'] },
                { kind: 'table', header: ['a', 'b'], rows: [['1', '2']] },
              ],
            },
          ],
        },
      ],
    });
  });

  const blocksOf = (...body: string[]) =>
    parseOutline(lines('# T', '## C', '### P', ...body)).chapters[0]!.pages[0]!.blocks;
  const point = (title: string, ...text: string[]) => ({ kind: 'point', title, text });

  test('bullets directly below a page are points, bullets further in their text', () => {
    expect(blocksOf('- One', '  - detail', '* Two', '1. Three', '• 四')).toEqual([
      point('One', 'detail'),
      point('Two'),
      { ...point('Three'), number: 1 },
      point('四'),
    ]);
  });

  test('bullets below a point are its text', () => {
    expect(blocksOf('#### One', '- a', '- b')).toEqual([point('One', 'a', 'b')]);
  });

  test('a bold lead is the point, the rest its text', () => {
    expect(blocksOf('- **Speed**: it is fast', '- **成本：** 更低')).toEqual([
      { ...point('Speed', 'it is fast'), marked: true },
      { ...point('成本', '更低'), marked: true },
    ]);
  });

  test('the items of a numbered list count on from its start, and others have no number', () => {
    const numbers = (...body: string[]) => blocksOf(...body).map((block) => block.kind === 'point' && block.number);
    expect(numbers('5. Five', '6. Six', '9) Seven')).toEqual([5, 6, 7]);
    expect(numbers('1. One', '   text', '1. Two')).toEqual([1, 2]);
    expect(numbers('- One', '- Two', '2024. a year')).toEqual([undefined, undefined, undefined]);
    expect(numbers('1. One', '- Two', '7. Seven')).toEqual([1, undefined, 7]);
    expect(numbers('#### One', '<!-- number: 3 -->', '#### Two', '<!-- number: x -->')).toEqual([3, undefined]);
  });

  test('a point is emphasized if all of its heading or its lead is bold', () => {
    const marks = (...body: string[]) => blocksOf(...body).map((block) => block.kind === 'point' && block.marked);
    expect(marks('- **All**', '- **Some** of it', '- __other__', '- a\\*\\*b')).toEqual([
      true,
      undefined,
      undefined,
      undefined,
    ]);
    expect(marks('#### **All**', '#### **One** and **two**', '#### None')).toEqual([true, undefined, undefined]);
  });

  test('numbered items below a point keep their numbers', () => {
    expect(blocksOf('1. Stop', '   1. Drain', '   2. Wait', '2. Start')).toEqual([
      { ...point('Stop', '1. Drain', '2. Wait'), number: 1 },
      { ...point('Start'), number: 2 },
    ]);
  });

  test('a numbered list continues after a paragraph', () => {
    expect(blocksOf('1. Stop', '', 'Wait here.', '', '2. Start')).toMatchObject([{ number: 1 }, { number: 2 }]);
  });

  test('items of a task list tell whether they are done', () => {
    expect(blocksOf('- [x] **Ship**: today', '- [ ] Tell', '  - [X] by mail', '- [y] Other')).toEqual([
      { ...point('✓ Ship', 'today'), marked: true },
      point('□ Tell', '✓ by mail'),
      point('[y] Other'),
    ]);
  });

  test('an edit of the headings keeps numbers and emphasis, and counts again after a move', () => {
    const head = ['# T', '## C', '### P'];
    const before = parseOutline(lines(...head, '1. One', '2. **Two**', '3. Three'));
    const shown = writeOutline(before, { notes: false });
    expect(parseOutline(shown, { before })).toEqual(before);
    const moved = parseOutline(lines(...head, '#### Two', '#### One', '#### New'), { before });
    expect(moved.chapters[0]!.pages[0]!.blocks).toEqual([
      { ...point('Two'), number: 1, marked: true },
      { ...point('One'), number: 2 },
      point('New'),
    ]);
  });

  test('text below a page without a point takes the name of the page', () => {
    expect(blocksOf('Just words.')).toEqual([point('P', 'Just words.')]);
  });

  test('text below a chapter without a page makes a page of that name', () => {
    const read = parseOutline(lines('# T', '## C', 'Words.', '## D', '- point'));
    expect(read.chapters).toEqual([
      { title: 'C', pages: [{ title: 'C', blocks: [point('C', 'Words.')] }] },
      { title: 'D', pages: [{ title: 'D', blocks: [point('point')] }] },
    ]);
  });

  test('a page or text before any chapter gets a chapter named as the deck', () => {
    expect(parseOutline(lines('# T', '### P')).chapters).toEqual([{ title: 'T', pages: [{ title: 'P', blocks: [] }] }]);
    expect(parseOutline(lines('# T', 'Words.')).chapters[0]!.pages[0]!.blocks).toEqual([point('T', 'Words.')]);
  });

  test('deeper headings become points, a second top heading a chapter', () => {
    expect(blocksOf('##### Deep', '###### Deeper')).toEqual([point('Deep'), point('Deeper')]);
    expect(parseOutline(lines('# T', '## A', '# B')).chapters.map((chapter) => chapter.title)).toEqual(['A', 'B']);
  });

  test('marks are taken away, words stay', () => {
    expect(
      blocksOf(
        '#### **Bold** and `code` ##',
        'See [the *site*](http://x.y) ~~old~~ snake_case 2 * 3 * 4 <br/> \\*star',
      ),
    ).toEqual([point('Bold and code', 'See the site old snake_case 2 * 3 * 4   *star')]);
  });

  test('Chinese lines of one paragraph are joined without a space', () => {
    expect(blocksOf('#### 点', '第一行', '第二行')).toEqual([point('点', '第一行第二行')]);
  });

  test('headings of the catalogue and the ending page travel as comments, other comments are left out', () => {
    const read = parseOutline(
      lines('# T', '<!-- catalog: Agenda -->', '<!-- a note', 'over lines --> ', '## C', '<!-- ending: Questions? -->'),
    );
    expect(read).toMatchObject({ catalog: 'Agenda', ending: 'Questions?' });
    expect(read.chapters).toEqual([{ title: 'C', pages: [] }]);
  });

  test('code inside the document is code, never headings', () => {
    expect(blocksOf('#### Code', '```sh', '# not a title', '```')).toEqual([
      point('Code'),
      { kind: 'code', text: '# not a title' },
    ]);
    expect(blocksOf('```', '#### After an open fence')).toEqual([point('After an open fence')]);
  });
});

describe('where the title comes from', () => {
  const shape = (markdown: string, options?: ParseOptions) => {
    const { title, chapters } = parseOutline(markdown, options);
    const blocks = (page: Page) =>
      page.blocks.map((block) => {
        if (block.kind === 'point') return [block.title, ...block.text];
        if (block.kind === 'picture') return [block.alt];
        return block.kind === 'table' ? block.header : [block.text];
      });
    return { title, chapters: chapters.map((chapter) => [chapter.title, ...chapter.pages.flatMap(blocks)]) };
  };

  test('the first heading, when it is of the first level, whatever title was given', () => {
    expect(shape('# A\n## B', { title: 'Given' })).toEqual({ title: 'A', chapters: [['B']] });
  });

  test('the title that was given, when the text begins at a lower level', () => {
    expect(shape('## B\n### P\n- p', { title: 'Given' })).toEqual({ title: 'Given', chapters: [['B', ['p']]] });
    expect(shape('### P\n- p', { title: 'Given' })).toEqual({ title: 'Given', chapters: [['Given', ['p']]] });
    expect(shape('## B\n# C', { title: 'Given' })).toEqual({ title: 'Given', chapters: [['B'], ['C']] });
  });

  test('the words of the first heading, when nothing else says one', () => {
    expect(shape('## B\n### P\n- p')).toEqual({ title: 'B', chapters: [['B', ['p']]] });
  });

  test('text above the first heading stays, below the title', () => {
    expect(shape('Opening words.\n\n- a point\n\n# A\n## B')).toEqual({
      title: 'A',
      chapters: [['A', ['A', 'Opening words.'], ['a point']], ['B']],
    });
    expect(shape('Opening words.\n\n## B', { title: 'T' })).toEqual({
      title: 'T',
      chapters: [['T', ['T', 'Opening words.']], ['B']],
    });
    expect(shape('- one\n# A\n  - two\n- three\n').chapters).toEqual([['A', ['one'], ['two'], ['three']]]);
    expect(shape('| a |\n|---|\n\n# A\n## B')).toEqual({ title: 'A', chapters: [['A', ['a']], ['B']] });
    expect(parseOutline('<!-- ending: Bye -->\n\n# A\n## B')).toMatchObject({ title: 'A', ending: 'Bye' });
  });

  test('plain text is a deck of one page where a title was given, and where it may be one', () => {
    expect(shape('One.\n\nTwo.', { title: 'T', plainText: true })).toEqual({
      title: 'T',
      chapters: [['T', ['T', 'One.', 'Two.']]],
    });
    expect(() => parseOutline('One.', { title: 'T' })).toThrow('line 1: the outline has no heading');
    expect(() => parseOutline('One.', { plainText: true })).toThrow('line 1: the outline has no title');
    expect(() => parseOutline('', { title: 'T', plainText: true })).toThrow('the outline has no chapters');
  });

  test.each([
    ['---\ntitle: Deck\n---\n## B', 'Deck'],
    ['---\ntitle: "A \\"quoted\\" deck"\nauthor: me\n---\n\n## B', 'A "quoted" deck'],
    ["---\nauthor: me\ntags:\n  - a\n- b\n# a comment\n\nTitle: 'It''s'\n...\n## B", "It's"],
    ['\ufeff```markdown\n---\ntitle: Deck\n---\n## B\n```', 'Deck'],
    ['---\ntitle: >\n  folded\n---\n## B', 'B'],
    ['---\ntitle: "open\n---\n## B', 'B'],
    ['---\nauthor: me\n---\n# A\n## B', 'A'],
    ['---\r\ntitle: Deck\r\n---\r\n# A\r\n## B', 'A'],
  ])('front matter is not text, and may contain the title: %j', (markdown, title) => {
    const read = parseOutline(markdown);
    expect([read.title, read.chapters]).toEqual([title, [{ title: 'B', pages: [] }]]);
  });

  test('rules around text are rules: no words are lost', () => {
    expect(shape('---\nJust words\n\n---\n# A\n## B')).toEqual({
      title: 'A',
      chapters: [['A', ['A', 'Just words']], ['B']],
    });
    expect(shape('---\n\n# A\n## B\n\n---\n').title).toBe('A');
    expect(shape('---\n---\n# A\n## B').title).toBe('A');
    expect(shape('---\nkey: value\n\n# A\n## B').chapters).toEqual([['A', ['A', 'key: value']], ['B']]);
  });

  test('underlined headings are of the first and the second level', () => {
    expect(shape('Deck\n====\n\nOne\n---\n- p\n\nTwo\nlines\n--\n')).toEqual({
      title: 'Deck',
      chapters: [['One', ['p']], ['Two lines']],
    });
    expect(shape('One\n---\n', { title: 'T' })).toEqual({ title: 'T', chapters: [['One']] });
  });

  test('a line below a list, a quotation, a table, an empty line or a long paragraph is a rule', () => {
    const long = 'word '.repeat(150).trim();
    for (const [above, words] of [
      ['- p', ['p']],
      ['> q', ['B', 'q']],
      ['w\n', ['B', 'w']],
      [long, ['B', long]],
    ] as const) {
      expect(shape(`# T\n## B\n${above}\n---\n## C`).chapters).toEqual([['B', words], ['C']]);
    }
    expect(shape('# T\n## B\n\n===\n').chapters).toEqual([['B', ['B', '===']]]);
  });

  test('marks without a space make headings; a word with one mark in a text stays a word', () => {
    expect(shape('#Deck\n##One\n###P\n####a\n#Two')).toEqual({ title: 'Deck', chapters: [['One', ['a']], ['Two']] });
    expect(shape('# Deck\n##1. One\n#tag and #other')).toEqual({
      title: 'Deck',
      chapters: [['1. One', ['1. One', '#tag and #other']]],
    });
    expect(shape('#！\n# A\n## B').title).toBe('A');
    expect(shape('Words.\n\n#tag\n\n# A\n## B').title).toBe('A');
  });
});

describe('Markdown for others to read', () => {
  const deck: Outline = {
    title: 'T',
    language: 'zh',
    catalog: 'Agenda',
    chapters: [
      {
        title: 'C',
        nodeType: 'custom',
        pages: [{ title: 'P', blocks: [{ kind: 'point', title: 'p', text: ['t'], nodeType: 'x' }] }],
      },
    ],
    ending: 'Bye',
  };

  test('has no comments, and with what was there before it is the same outline', () => {
    fc.assert(
      fc.property(outline, (value) => {
        const shown = writeOutline(value, { notes: false });
        // In code it is text.
        expect(shown.replace(/^(~{3,})\n[\s\S]*?\n\1$/gm, '')).not.toMatch(/^<!--/m);
        const read = parseOutline(shown, { before: value });
        const { catalog, ending, language } = value;
        expect({ catalog: read.catalog, ending: read.ending, language: read.language }).toEqual({
          catalog,
          ending,
          language,
        });
        expect(writeOutline(read, { notes: false })).toBe(shown);
      }),
      { numRuns: runs(500) },
    );
    expect(parseOutline(writeOutline(deck, { notes: false }), { before: deck })).toEqual(deck);
  });

  test('an edit keeps what it does not show, and changes what it states', () => {
    const edited = parseOutline('## C\n### Q\n- p\n### P\n- p\n', { title: 'T', before: deck });
    expect(edited).toMatchObject({ title: 'T', language: 'zh', catalog: 'Agenda', ending: 'Bye' });
    expect(edited.chapters[0]).toMatchObject({
      nodeType: 'custom',
      pages: [{ blocks: [{}] }, { blocks: [{ nodeType: 'x' }] }],
    });
    expect(edited.chapters[0]!.pages[0]!.blocks[0]).not.toHaveProperty('nodeType');
    expect(parseOutline('# T\n<!-- ending: 谢谢 -->\n## C\n<!-- type: other -->\n', { before: deck })).toEqual({
      title: 'T',
      language: 'zh',
      catalog: 'Agenda',
      chapters: [{ title: 'C', pages: [], nodeType: 'other' }],
    });
  });

  test('in another language the words for catalogue and ending pages are not kept', () => {
    const before: Outline = { title: 'Deck', language: 'en', chapters: [{ title: 'C', pages: [] }], ending: 'Bye' };
    expect(parseOutline('# 茶\n## 历史', { before })).toEqual({
      title: '茶',
      language: 'zh',
      chapters: [{ title: '历史', pages: [] }],
    });
  });
});

describe('refusals are sentences that name the line', () => {
  test.each([
    ['', "line 1: the outline has no title: add a line that starts with '# '"],
    ['\n\nHello', "line 3: the outline has no title: add a line that starts with '# '"],
    ['Hello\n\nworld', "line 1: the outline has no title: add a line that starts with '# '"],
    ['# T', 'the outline has no chapters: add at least one'],
    ['# T\n## \n', 'line 2: the chapter is empty'],
    ['#\n## C', 'line 1: the title is empty'],
    [`# T\n## ${'x'.repeat(501)}`, 'line 2: the chapter is longer than 500 characters'],
    [`# T\n## C\n${'x'.repeat(10_001)}`, 'line 3: a paragraph is longer than 10000 characters'],
    [`# T\n## C\n|${'a|'.repeat(21)}\n|${'-|'.repeat(21)}`, 'line 3: the table has more than 20 columns'],
    [`# T\n${'## C\n'.repeat(2001)}`, 'line 2001: the outline has more than 2000 headings, paragraphs and table rows'],
  ])('%#', (markdown, message) => {
    expect(refusal(markdown).message).toBe(message);
  });

  test('the limits of size and lines', () => {
    expect(refusal('# T\n'.repeat(50_000)).message).toBe('the outline has more than 50000 lines');
    expect(refusal(`# ${'é'.repeat(OUTLINE_LIMITS.bytes / 2)}`).message).toBe('the outline is larger than 2 MB');
  });
});

describe('hostile text is read or refused at once', () => {
  const MB = 1024 * 1024;
  const fill = (unit: string, bytes = 2 * MB - 64) => unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)));
  const hostile: [string, string][] = [
    ['8 MB of anything', `# T\n${'a'.repeat(8 * MB)}`],
    ...[
      ...[
        '*',
        '_',
        '`',
        '~',
        '[',
        ']',
        '](',
        '[a](',
        '\\',
        '|',
        '<!--',
        '<!-- -->',
        '-->',
        '<br>',
        '>',
        '- ',
        ' ',
        '1. ',
      ],
      ...[
        '`a``b```c',
        '*a_b ',
        '**:',
        '\n',
        '\r',
        '\n- ',
        '\n> ',
        '\n#### x',
        '\n```',
        '\n<!--',
        '\n|a|\n|-|',
        '\n|-|',
        '\n---',
        '机\n',
      ],
    ].map((unit): [string, string] => [JSON.stringify(unit), `# T\n## C\n${fill(unit)}`]),
    ['a heading of stars', `# ${fill('**a')}`],
    ['a row of escapes', `# T\n## C\n|a|\n|-|\n|${fill('\\|')}`],
    ['a heading of closing marks', `# T\n## ${fill('#')}`],
    ['a heading of spaces', `# T\n## ${fill(' ')}x`],
    ['dashes with spaces', `# T\n## C\n${fill('- ')}x`],
    ['text above a title that never comes', fill('word\n\n')],
    ['points above a title that comes last', `${fill('- a\n', 90_000)}# T\n## C`],
    ['front matter without end', `---\n${fill('a: b\n')}`],
    ['front matter of one long line', `---\ntitle: ${fill('"')}\n---\n# T`],
    ['marks without a space', `# T\n${fill('##a\n')}`],
    ['paragraphs with lines below', `# T\n${fill('a\n--\n')}`],
    ['a line of equals signs', `# T\na\n${fill('=')}x`],
    ['a line of dashes and spaces', `# T\na\n${fill('-', MB)}${fill(' ', MB - 99)}x`],
  ];

  // The others in test/faults/complete-tables.
  test.each(hostile.filter((_, at) => COMPLETE || at % 6 === 0))('%s', (_name, markdown) => {
    const before = cpuTime();
    try {
      parseOutline(markdown);
    } catch (error) {
      expect(error).toBeInstanceOf(OutlineError);
    }
    expect(cpuTime() - before).toBeLessThan(1000);
  });

  test('random text never fails in another way', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300, unit: 'binary' }), (noise) => {
        let ending: unknown;
        try {
          ending = parseOutline(`# T\n## C\n${noise}`).title;
        } catch (error) {
          ending = error;
        }
        if (!(ending instanceof OutlineError)) expect(ending).toBe('T');
        else expect(ending.message).not.toBe('');
      }),
      { numRuns: runs(1000) },
    );
  });
});

test.each([
  ['Introduction to machine learning', 'en'],
  ['人工智能在医疗领域的应用', 'zh'],
  ['AI 在医疗', 'zh'],
  ['Kubernetes 入门', 'zh'],
  ['The meaning of 道 in daily life', 'en'],
  ['', 'en'],
])('the language of %j is %s', (text, language) => {
  expect(detectLanguage(text)).toBe(language);
});
