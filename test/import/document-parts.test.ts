import type { Outline, Page } from '../../src/outline/outline';
import { parseOutline, writeOutline } from '../../src/outline/outline-markdown';
import { formulaText } from '../../src/slides/import/formula';
import { leftOutOf } from '../../src/slides/import/left-out-of';
import { outlineOf } from '../../src/slides/import/outline-of';
import { parseWordDocument } from '../../src/slides/import/parse-word';
import { WORD_LIMITS } from '../../src/slides/import/word-limits';
import { composeDeck } from '../../src/slides/render/compose';
import { systemTemplates } from '../../src/slides/render/templates';
import { texts } from '../render/shapes';
import {
  documentXml,
  docx,
  heading,
  item,
  paragraph,
  row,
  run,
  STYLES,
  styled,
  table,
  title,
  wordPackage,
} from './docx';
import { everything, PARTS } from './rich-docx';

const outline = async (bytes: Uint8Array): Promise<Outline> =>
  outlineOf(await parseWordDocument(bytes, WORD_LIMITS), { mode: 'keep' });
const onlyPage = async (...body: string[]): Promise<Page> =>
  (await outline(docx(title('T'), heading(1, 'Chapter'), heading(2, 'Page'), ...body))).chapters[0]!.pages[0]!;
const point = (words: string, ...text: string[]) => ({ kind: 'point', title: words, text });
const SENTENCE = 'Sales grew in every region, and the new shops in the north did best of all.';

describe('formulas as text', () => {
  const run = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
  const e = (inner: string) => `<m:e>${inner}</m:e>`;
  it.each([
    ['A = πr²', `${run('A = π')}<m:sSup>${e(run('r'))}<m:sup>${run('2')}</m:sup></m:sSup>`],
    ['(a + b)/2', `<m:f><m:num>${run('a + b')}</m:num><m:den>${run('2')}</m:den></m:f>`],
    ['√(x + 1)', `<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/>${e(run('x + 1'))}</m:rad>`],
    ['H₂O', `<m:sSub>${e(run('H'))}<m:sub>${run('2')}</m:sub></m:sSub>${run('O')}`],
    ['x^(n + 1)', `<m:sSup>${e(run('x'))}<m:sup>${run('n + 1')}</m:sup></m:sSup>`],
    [
      '∑_(i = 1)^n i',
      `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${run('i = 1')}</m:sub><m:sup>${run('n')}</m:sup>${e(run('i'))}</m:nary>`,
    ],
    [
      '[a, b]',
      `<m:d><m:dPr><m:begChr m:val="["/><m:sepChr m:val=", "/><m:endChr m:val="]"/></m:dPr>${e(run('a'))}${e(run('b'))}</m:d>`,
    ],
    ['[1, 0; 0, 1]', `<m:m><m:mr>${e(run('1'))}${e(run('0'))}</m:mr><m:mr>${e(run('0'))}${e(run('1'))}</m:mr></m:m>`],
  ])('%s', (text, inner) => {
    expect(formulaText(`<m:oMath>${inner}</m:oMath>`)).toBe(text);
  });

  it('is part of its sentence, so nothing needs to be reported', async () => {
    const bytes = everything(['formula', 'formula of its own']);
    const markdown = writeOutline(await outline(bytes));
    expect(markdown).toContain('The area is A = πr² for a circular flat');
    expect(markdown).toContain('(a + b)/2');
    expect(await leftOutOf(bytes, markdown)).toEqual([]);
  });

  it('a formula of any depth is read', () => {
    const deep = '<m:e>'.repeat(5_000) + run('x') + '</m:e>'.repeat(5_000);
    expect(formulaText(`<m:oMath>${run('a')}${deep}${run('b')}</m:oMath>`)).toMatch(/^a.*b$/);
  });
});

describe('footnotes and sources', () => {
  it('a footnote is a line on the slide that cites it, and its number is in the text', async () => {
    const bytes = everything(['footnote', 'table']);
    const deck = await outline(bytes);
    const page = deck.chapters.at(-1)!.pages.find(({ blocks }) => JSON.stringify(blocks).includes('2024 euros'))!;
    expect(page.blocks).toEqual([
      point('The port costs a lot of money every year.¹'),
      point('¹ Costs are in 2024 euros'),
    ]);
    expect(await leftOutOf(bytes, writeOutline(deck))).toEqual([]);
    const { slides } = composeDeck(deck, systemTemplates[0]!);
    const slide = slides.find(({ shapes }) => JSON.stringify(shapes).includes('2024 euros'))!;
    expect(texts(slide.shapes).find(({ name }) => name === 'Source')!.paragraphs[0]!.text).toBe(
      '¹ Costs are in 2024 euros',
    );
    expect(slide.notes.at(-1)).toBe('¹ Costs are in 2024 euros.');
  });

  it('endnotes count on, and notes of a list do not end it', async () => {
    const deck = await outline(everything(['footnote', 'endnote']));
    expect(JSON.stringify(deck)).toContain('² See the annual report');
  });

  it('a long footnote is cut on the slide and complete in the notes', async () => {
    const long = `¹ ${'The costs include everything that the port spends. '.repeat(14).trim()}`;
    const deck: Outline = {
      title: 'T',
      language: 'en',
      chapters: [
        {
          title: 'C',
          pages: [
            {
              title: 'P',
              blocks: [
                { kind: 'point', title: 'Costs¹', text: [SENTENCE] },
                { kind: 'point', title: long.slice(0, 300), text: [long] },
              ],
            },
          ],
        },
      ],
    };
    const slide = composeDeck(deck, systemTemplates[0]!).slides[1]!;
    const [line] = texts(slide.shapes).filter(({ name }) => name === 'Source');
    expect(line!.paragraphs[0]!.text).toMatch(/^¹ The costs.*…$/);
    expect(line!.paragraphs[0]!.lines.length).toBeLessThanOrEqual(2);
    expect(slide.notes.at(-1)).toBe(long);
  });

  it('a source stays with its table instead of getting a slide', async () => {
    const deck = await outline(
      docx(
        title('T'),
        heading(1, 'Chapter'),
        heading(2, 'Page'),
        table(row('A', 'B'), row('1', 'x')),
        paragraph('Source: port statistics.'),
      ),
    );
    const pages = deck.chapters.flatMap((chapter) => chapter.pages);
    expect(pages).toHaveLength(1);
    expect(pages[0]!.blocks.at(-1)).toEqual(point('Source: port statistics.'));
  });
});

describe('lists and colons', () => {
  it('a list has two levels, and the third is marked', async () => {
    const page = await onlyPage(item('One'), item('Inner', 1), item('Deep', 2), item('Two'));
    expect(page.blocks).toEqual([point('One', 'Inner', '– Deep'), point('Two')]);
  });

  it('a list with an introduction keeps its levels', async () => {
    const page = await onlyPage(
      paragraph('Two risks need a decision:'),
      item('Ice'),
      item('in January', 1),
      item('Wind'),
    );
    expect(page.blocks).toEqual([point('Two risks need a decision', 'Ice', '– in January', 'Wind')]);
  });

  it('levels by style', async () => {
    const page = await onlyPage(styled('ListBullet', 'One'), styled('ListBullet2', 'Inner'));
    expect(JSON.stringify(page.blocks)).toContain('Inner');
    const { slides } = composeDeck(
      {
        title: 'T',
        language: 'en',
        chapters: [
          {
            title: 'C',
            pages: [
              {
                title: 'P',
                blocks: [
                  { kind: 'point', title: 'Risks', text: ['Ice', '– in January', 'Wind'] },
                  { kind: 'point', title: 'Other', text: [SENTENCE] },
                ],
              },
            ],
          },
        ],
      },
      systemTemplates[0]!,
    );
    const all = texts(slides[1]!.shapes).flatMap(({ paragraphs }) => paragraphs);
    const [ice, january] = ['Ice', 'in January'].map((text) => all.find((each) => each.text === text)!);
    expect(january).toMatchObject({ level: 1 });
    expect(january!.lines[0]!.x).toBeGreaterThan(ice!.lines[0]!.x);
  });

  it('a sentence is not cut at its colon, a short name before one is a heading', async () => {
    const page = await onlyPage(
      paragraph('The port has three terminals: North, West and East.'),
      paragraph('Finding 3: ships wait for two days.'),
      item('Self-service: customers reset their password.'),
    );
    expect(page.blocks).toEqual([
      point('The port has three terminals: North, West and East'),
      point('Finding 3', 'ships wait for two days.'),
      point('Self-service', 'customers reset their password.'),
    ]);
  });
});

describe('the first pages of a document', () => {
  it('the title page is the cover, not a chapter', async () => {
    const deck = await outline(
      docx(
        title('The port in 2024'),
        paragraph('Report of the task force'),
        paragraph('Port authority, 12 May 2024'),
        paragraph('Version 3.2'),
        heading(1, '1 Costs'),
        paragraph(SENTENCE),
        heading(1, '2 Traffic'),
        paragraph(SENTENCE),
      ),
    );
    expect(deck.byline).toBe('Report of the task force · Port authority, 12 May 2024 · Version 3.2');
    expect(JSON.stringify(deck.chapters)).not.toContain('Version');
    expect(parseOutline(writeOutline(deck))).toEqual(deck);
    const [cover] = composeDeck(deck, systemTemplates[0]!).slides;
    expect(
      texts(cover!.shapes)
        .flatMap(({ paragraphs }) => paragraphs.map(({ text }) => text))
        .join(' '),
    ).toContain('Version 3.2');
    expect(cover!.notes).toContain('Report of the task force · Port authority, 12 May 2024 · Version 3.2.');
  });

  it('an introduction stays in the deck, also with a date above it', async () => {
    const deck = await outline(
      docx(
        title('The port'),
        paragraph('12 May 2024'),
        paragraph('A short kicker'),
        paragraph(SENTENCE),
        heading(1, 'Costs'),
        heading(2, 'Quay'),
        paragraph(SENTENCE),
      ),
    );
    expect(deck.byline).toBe('12 May 2024');
    expect(JSON.stringify(deck.chapters[0])).toContain('A short kicker');
  });

  it('a table of contents without a style is left out, a heading with text stays', async () => {
    const deck = await outline(
      docx(
        title('The port'),
        heading(1, 'Contents'),
        paragraph('Costs ........ 3'),
        paragraph('Traffic 12'),
        heading(1, 'Costs'),
        paragraph('Table of contents: update the field'),
        paragraph(SENTENCE),
      ),
    );
    expect(JSON.stringify(deck)).not.toMatch(/contents|\.\.\. 3|Traffic/i);
    expect(JSON.stringify(await outline(docx(title('T'), heading(1, 'Contents'), paragraph(SENTENCE))))).toContain(
      'Sales grew',
    );
  });
});

it('most parts of a document are on the slides, the others are reported', async () => {
  const names = Object.keys(PARTS) as (keyof typeof PARTS)[];
  const bytes = everything(names);
  const markdown = writeOutline(await outline(bytes));
  const shown = names.filter((name) => markdown.includes(PARTS[name].mark));
  const reported = (await leftOutOf(bytes, markdown)).map(({ text, caption }) => `${text} ${caption}`);
  expect(shown).toEqual(
    expect.arrayContaining([
      'footnote',
      'endnote',
      'formula',
      'formula of its own',
      'insertion',
      'nested list',
      'content control',
    ]),
  );
  for (const name of names) expect([markdown, ...reported].some((text) => text.includes(PARTS[name].mark))).toBe(true);
});

describe('code', () => {
  const STYLED = STYLES.replace(
    '</w:styles>',
    '<w:style w:type="paragraph" w:styleId="Prog"><w:name w:val="Acme Program"/><w:rPr><w:rFonts w:ascii="Consolas"/></w:rPr></w:style>' +
      '<w:style w:type="paragraph" w:styleId="Pre"><w:name w:val="HTML Preformatted"/></w:style></w:styles>',
  );
  const typed = (text: string) => paragraph(run(text, '<w:rFonts w:ascii="Courier New"/>'));
  const pageOf = async (...body: string[]) => {
    const document = documentXml(title('T'), heading(1, 'Chapter'), heading(2, 'Page'), ...body);
    const bytes = wordPackage({ document, styles: STYLED });
    const deck = await outline(bytes);
    expect(await leftOutOf(bytes, writeOutline(deck))).toEqual([]);
    return deck.chapters[0]!.pages[0]!.blocks;
  };
  const code = { kind: 'code', text: 'for ship in arrivals:\n    wait(ship)\n\nleave()' };
  const lines = ['for ship in arrivals:', '    wait(ship)', '', 'leave()'];

  it.each([
    ['of a style with a monospaced face', lines.map((line) => styled('Prog', line))],
    ['of a style for code', lines.map((line) => styled('Pre', line))],
    ['of runs in a monospaced face', [paragraph(SENTENCE.repeat(3)), ...lines.map(typed)]],
    ['with line breaks', [styled('Pre', lines.join('\n')).replaceAll('\n', '</w:t><w:br/><w:t xml:space="preserve">')]],
    ['in a frame', [table(`<w:tr><w:tc>${lines.map((line) => styled('Pre', line)).join('')}</w:tc></w:tr>`)]],
  ])('%s keeps its lines and indentation', async (_, body) => {
    expect((await pageOf(...body)).at(-1)).toEqual(code);
    expect((await pageOf(...body, paragraph('After.'))).slice(-2)).toEqual([code, point('After')]);
  });

  it('is on the page of the words that announce it, which stay', async () => {
    const blocks = await pageOf(paragraph('Do this:'), ...lines.map((line) => styled('Pre', line)));
    expect(blocks).toEqual([point('Do this'), code]);
  });

  it('words in a monospaced face inside a sentence, and a document that is typewritten, are text', async () => {
    const mixed = paragraph(`${run('Call ')}${run('wait()', '<w:rFonts w:ascii="Courier New"/>')}${run(' first')}`);
    expect(await pageOf(mixed)).toEqual([point('Call wait() first')]);
    expect((await pageOf(typed(SENTENCE)))[0]).toMatchObject({ kind: 'point' });
  });
});

it('links keep their targets, and only others are reported', async () => {
  const link = (id: string, words: string) => `<w:hyperlink r:id="${id}">${run(words)}</w:hyperlink>`;
  const body = [
    title('T'),
    heading(1, 'C'),
    heading(2, 'P'),
    paragraph(`${run('See ')}${link('h1', 'the guide')}${run(' and ')}${link('h2', 'a file')}`),
  ];
  const relation = (id: string, target: string) =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="${target}" TargetMode="External"/>`;
  const rels = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation('h1', 'https://example.org/a?b=1&amp;c=(2)')}${relation('h2', 'file:///c:/x.txt')}</Relationships>`;
  const document = documentXml(...body).replace(
    '<w:document ',
    '<w:document xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" ',
  );
  const bytes = wordPackage({ document, more: { 'word/_rels/document.xml.rels': rels } });
  const deck = await outline(bytes);
  const target = 'https://example.org/a?b=1&c=%282%29';
  expect(deck.chapters[0]!.pages[0]!.links).toEqual([{ text: 'the guide', target }]);
  expect(await leftOutOf(bytes, writeOutline(deck))).toEqual([
    { kind: 'link', text: 'file:///c:/x.txt', heading: 'P' },
  ]);
});
