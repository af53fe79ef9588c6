import fc from 'fast-check';
import {
  detectLanguage,
  OUTLINE_LIMITS,
  OutlineError,
  parseOutline,
  withoutContent,
  writeOutline,
} from '../../../src/service/domain/outline-markdown';
import { cpuTime } from '../../setup/cpu-time';
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
      { numRuns: 1500 },
    );
  });

  test('without content only the paragraphs under the points are gone', () => {
    fc.assert(
      fc.property(outline, (value) => {
        expect(parseOutline(writeOutline(value, { content: false }))).toEqual(withoutContent(value));
      }),
      { numRuns: 500 },
    );
  });

  test('in a code fence, with CRLF and a byte order mark, it is the same outline', () => {
    fc.assert(
      fc.property(outline, (value) => {
        const dressed = `\ufeff\n\`\`\`markdown\n${writeOutline(value)}\`\`\`\n\n`.replaceAll('\n', '\r\n');
        expect(parseOutline(dressed)).toEqual(value);
      }),
      { numRuns: 200 },
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
      point('Three'),
      point('四'),
    ]);
  });

  test('bullets below a point are its text', () => {
    expect(blocksOf('#### One', '- a', '- b')).toEqual([point('One', 'a', 'b')]);
  });

  test('a bold lead is the point, the rest its text', () => {
    expect(blocksOf('- **Speed**: it is fast', '- **成本：** 更低')).toEqual([
      point('Speed', 'it is fast'),
      point('成本', '更低'),
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

  test('code inside the document is text, never headings', () => {
    expect(blocksOf('#### Code', '```sh', '# not a title', '```')).toEqual([point('Code', '# not a title')]);
    expect(blocksOf('```', '#### After an open fence')).toEqual([point('After an open fence')]);
  });
});

describe('refusals are sentences that name the line', () => {
  test.each([
    ['', "line 1: the outline has no title: its first line must begin with '# '"],
    ['\n\nHello', "line 3: the outline has no title: its first line must begin with '# '"],
    ['## Chapter first', "line 1: the outline has no title: its first line must begin with '# '"],
    ['# T', 'the outline has no chapters: it needs at least one'],
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
  ];

  test.each(hostile)('%s', (_name, markdown) => {
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
      { numRuns: 1000 },
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
