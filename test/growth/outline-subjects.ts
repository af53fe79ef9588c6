import { strToU8 } from 'fflate';
import { treatments } from '../../src/decks/input/input';
import { carryOver } from '../../src/outline/carry-over';
import { withFacts } from '../../src/outline/facts';
import { texText } from '../../src/outline/formula-text';
import { type DiffLine, diffLines } from '../../src/outline/line-diff';
import { LinkFinder } from '../../src/outline/links';
import { escapeInline, linkedInline, plainInline } from '../../src/outline/markdown-inline';
import { unfenced } from '../../src/outline/markdown-lines';
import { escapeCell, isDelimiterRow, splitRow } from '../../src/outline/markdown-table';
import type { Outline } from '../../src/outline/outline';
import { faultOf, headingsOf, outlineFacts } from '../../src/outline/outline-facts';
import { cleanText, detectLanguage, OUTLINE_LIMITS } from '../../src/outline/outline-limits';
import { parseOutline, withoutContent, writeOutline } from '../../src/outline/outline-markdown';
import { fromTree, toTree } from '../../src/outline/outline-tree';
import { pictureHashesIn } from '../../src/outline/picture-line';
import { isFrame } from '../../src/outline/prompts';
import { unsupportedScripts } from '../../src/outline/scripts';
import { tidiedMarkdown } from '../../src/outline/tidied-markdown';
import { NoteFilter } from '../../src/service/domain/note-filter';
import { readEdit } from '../../src/service/texts/edit';
import { ChapterText } from '../../src/service/writer/openai/chapter-text';
import { condensed } from '../../src/slides/import/condense';
import { withMarkedPictures } from '../../src/slides/import/drawings';
import type { DocumentBlock, ImportedDocument } from '../../src/slides/import/imported-document';
import { outlineOf } from '../../src/slides/import/outline-of';
import { sentencesOf, shortened, withoutEnd } from '../../src/slides/import/sentence-split';
import { textDocument } from '../../src/slides/import/text-document';
import { documentBlocks } from '../../src/slides/import/word-blocks';
import type { WordElement } from '../../src/slides/import/word-elements';
import { merge } from '../../src/web/page/merge';
import { numbersOf, parse } from '../../src/web/page/outline';
import type { Subject } from './growth';
import { judges } from './judges';
import { all, type Inputs, inLines, list, texts } from './texts';

const inputs = texts();
const HEAD = '# Title\n\n## Chapter\n\n### Page\n\n';
const modes = treatments;

/** An outline with the given number of points, ten to a page; titles can repeat. */
export function points(count: number, title: (at: number) => string, text: (at: number) => string[]): Outline {
  const blocks = list(count, (at) => ({ kind: 'point' as const, title: title(at), text: text(at) }));
  const pages = list(Math.ceil(count / 10), (at) => ({
    title: `Page ${at % 7}`,
    blocks: blocks.slice(at * 10, at * 10 + 10),
  }));
  return { title: 'Title', language: 'en', chapters: [{ title: 'Chapter', pages }] };
}

/** As a task has them before an edit. */
const both = (outline: Outline) => ({ outline: withoutContent(outline), content: outline });
/** With a foreign node type on every page. */
const typed = (outline: Outline): Outline => ({
  ...outline,
  chapters: outline.chapters.map((chapter) => ({
    ...chapter,
    pages: chapter.pages.map((page) => ({ ...page, nodeType: 'foreign' })),
  })),
});

const document = (blocks: DocumentBlock[]): ImportedDocument => ({ blocks });
const paragraph = (text: string): DocumentBlock => ({ kind: 'paragraph', text, lead: 0 });
const element = (type: string, children: WordElement[]): WordElement => ({ type, children });
const run = (value: string, fontSize: number): WordElement => ({
  ...element('run', [{ type: 'text', value }]),
  isBold: fontSize % 2 === 0,
  fontSize,
});
const word = (text: string, fontSize = 12): WordElement => element('paragraph', [run(text, fontSize)]);
const row = (cells: string[]): WordElement =>
  element(
    'tableRow',
    cells.map((text) => element('tableCell', [word(text)])),
  );

const documents: Inputs<ImportedDocument> = {
  'short paragraphs': (size) => document(list(size, (at) => paragraph(`Point ${at}: some words.`))),
  'one list': (size) =>
    document([{ kind: 'list', items: list(size, (at) => ({ level: at % 3, text: 'A point', lead: 0 })) }]),
  'headings without text': (size) =>
    document(list(size, (at) => ({ kind: 'heading', level: 1 + (at % 6), text: 'Same' }))),
  'headings and text': (size) =>
    document(
      list(size, (at) => (at % 2 ? paragraph('Words.') : { kind: 'heading', level: 1 + (at % 3), text: `H ${at}` })),
    ),
  'table rows': (size) => document([{ kind: 'table', rows: list(size, (at) => [`Row ${at}`, `${at}`]) }]),
};

const outlines: Inputs<Outline> = {
  'points without text': (size) =>
    points(
      size,
      (at) => `Point ${at}`,
      () => [],
    ),
  'points of one title': (size) =>
    points(
      size,
      () => 'Same',
      () => [],
    ),
  'points with text': (size) =>
    points(
      size,
      (at) => `Point ${at % 5}`,
      (at) => [`Some words ${at}.`],
    ),
  'lines of code': (size) => ({
    title: 'T',
    language: 'en',
    chapters: [
      {
        title: 'C',
        pages: [{ title: 'P', blocks: [{ kind: 'code', text: list(size, (at) => `  x${at}`).join('\n') }] }],
      },
    ],
  }),
  'table rows': (size) => ({
    ...points(
      1,
      () => 'a',
      () => [],
    ),
    chapters: [
      {
        title: 'C',
        pages: [
          { title: 'P', blocks: [{ kind: 'table', header: ['a', 'b'], rows: list(size, (at) => [`${at}`, 'x']) }] },
        ],
      },
    ],
  }),
};

/** What reads, writes and changes outlines and documents. */
const DRAWING = '<w:drawing><wp:inline><wp:docPr descr="x"/><a:blip r:embed="r1"/></wp:inline></w:drawing>';

export const outlineSubjects: Record<string, Subject> = {
  'inline Markdown and table rows': {
    modules: [
      'src/outline/markdown-inline',
      'src/outline/markdown-link',
      'src/outline/links',
      'src/outline/markdown-table',
      'src/outline/outline-limits',
    ],
    inputs,
    size: 24_000,
    run: (text: string) =>
      all(
        () => [plainInline(text, []), plainInline(escapeInline(text))],
        () => linkedInline(text, new LinkFinder([{ text: text.slice(-9), target: 'https://e.org/' }]).in(text)),
        () => [splitRow(text), isDelimiterRow(text), isDelimiterRow(`|-${text}`), escapeCell(text)],
        () => [cleanText(text), detectLanguage(text)],
      ),
  },
  'Markdown, in lines of every length': {
    modules: [
      'src/outline/front-matter',
      'src/outline/markdown-blocks',
      'src/outline/markdown-lines',
      'src/outline/markdown-reader',
      'src/service/domain/note-filter',
      'src/outline/outline-builder',
      'src/outline/outline-facts',
      'src/outline/outline-markdown',
      'src/outline/code-text',
      'src/outline/picture-line',
    ],
    inputs,
    run: (text: string) =>
      all(
        () => parseOutline(text),
        () => parseOutline(HEAD + text),
        () => writeOutline(parseOutline(`${HEAD}~~~\n${inLines(text, 60)}\n~~~\n`)),
        () => parseOutline(`${HEAD}![${text}](picture:${'0'.repeat(64)} "${text}")\n`),
        () => pictureHashesIn(`![${text}](picture:${'0'.repeat(64)} "${text}")\n${text}`),
        () => [faultOf(text), outlineFacts(text), headingsOf(text), unfenced(text)],
        () => outlineFacts(HEAD + inLines(text, 60)),
        () => parseOutline(HEAD + inLines(text, 4000, '\n\n')),
        () => parseOutline(HEAD + inLines(text, 60)),
        () => parseOutline(`${HEAD}${inLines(text, 400, '\n\n## ')}`),
        () => parseOutline(`---\n${inLines(text, 60, '\nkey: ')}\n---\n${HEAD}`, { title: 'Title', plainText: true }),
        () => {
          const notes = new NoteFilter();
          for (let at = 0; at < text.length; at += 12) notes.push(text.slice(at, at + 12));
          return notes.end();
        },
      ),
  },
  'trees, and content that an edit keeps': {
    modules: [
      'src/outline/placed-notes',
      'src/outline/outline-tree',
      'src/outline/carry-over',
      'src/outline/facts',
      'src/outline/point-marks',
      'src/outline/prompts',
      'src/outline/scripts',
      'src/outline/speaker-notes',
      'src/service/writer/openai/chapter-text',
    ],
    inputs: outlines,
    size: OUTLINE_LIMITS.nodes - 300,
    run: (outline: Outline) =>
      all(
        () => fromTree(toTree(outline)),
        () => parseOutline(writeOutline(outline)),
        () =>
          carryOver(outline, {
            outline,
            content: points(
              1700,
              () => 'Same',
              () => ['Words.'],
            ),
          }),
        () => readEdit({ content: JSON.stringify(toTree(outline)), title: 'T', before: both(outline), isTitle: true }),
        () => readEdit({ content: writeOutline(outline), title: 'T', before: both(typed(outline)), isTitle: false }),
        () => [
          unsupportedScripts(writeOutline(outline)),
          isFrame(outline),
          withFacts(outline, [{ name: 'Point', value: 'Words.' }]),
        ],
        () => {
          const text = new ChapterText(structuredClone(outline.chapters[0]!), judges(''));
          for (let at = 0; at < 2000; at += 1) text.push(`#### ${at % 2 ? 'Same' : 'Point 1'}\n`);
        },
      ),
  },
  "people's Markdown": {
    modules: [
      ...['formula-text', 'tidied-markdown', 'tidied-facts', 'tidied-html', 'tidied-inline', 'tidied-lines'],
      ...['tidied-plain', 'tidied-readme', 'tidied-tex'],
    ].map((name) => `src/outline/${name}`),
    inputs,
    run: (text: string) =>
      all(
        () => tidiedMarkdown(text),
        () => tidiedMarkdown(`# T\n\n${text}\n\n> ${text}\n\n| ${text} |`),
        () => texText(`\\frac{${text}}{2}`),
      ),
  },
  'documents, by their text': {
    modules: [
      'src/slides/import/outline-of',
      'src/slides/import/points',
      'src/slides/import/polish',
      'src/slides/import/sentence-split',
      'src/slides/import/text-document',
      'src/slides/import/pages',
      'src/slides/import/sections',
    ],
    inputs,
    run: (text: string) =>
      all(
        ...modes.map((mode) => () => outlineOf(document([paragraph(text)]), { mode })),
        () => outlineOf(document([paragraph('Words.'), paragraph(text)]), { mode: 'polish', title: text }),
        () =>
          outlineOf(document(list(9, (at) => paragraph(text.slice(at * 9950, at * 9950 + 9950)))), { mode: 'polish' }),
        () => outlineOf(document([{ kind: 'heading', level: 1, text }, paragraph('Words.')]), { mode: 'polish' }),
        () => [sentencesOf(text, 'en'), sentencesOf(text, 'zh'), withoutEnd(text), shortened(text, text.length - 1)],
        () => textDocument(text, undefined),
      ),
  },
  'documents, by their blocks': {
    modules: [
      'src/slides/import/outline-of',
      'src/slides/import/pages',
      'src/slides/import/sections',
      'src/slides/import/condense',
      'src/slides/import/condensed-pages',
      'src/slides/import/units',
    ],
    inputs: documents,
    size: 20_000,
    run: (imported: ImportedDocument) =>
      all(...modes.map((mode) => () => outlineOf(structuredClone(imported), { mode })), () =>
        condensed(outlineOf(imported, { mode: 'keep' }), 6),
      ),
  },
  'drawings in a Word document': {
    modules: ['src/slides/import/drawings'],
    inputs: {
      drawings: (size) => DRAWING.repeat(size),
      'drawings inside each other': (size) => `${'<w:drawing>'.repeat(size)}${DRAWING}${'</w:drawing>'.repeat(size)}`,
      'drawings without an end': (size) => '<w:drawing><a:blip r:embed="r1"/>'.repeat(size),
      choices: (size) => '<mc:Choice>'.repeat(size) + DRAWING.repeat(size),
      'a long description': (size) => `<wp:docPr descr="${' Description '.repeat(2 * size)}"/>${DRAWING}`,
    },
    size: 8_000,
    run: (xml: string) => withMarkedPictures(new Map([['word/document.xml', strToU8(xml)]]), new Set(['r1'])),
  },
  'the elements of a Word document': {
    modules: [
      'src/slides/import/word-blocks',
      'src/slides/import/word-code',
      'src/slides/import/word-elements',
      'src/slides/import/word-table',
      'src/slides/import/word-styles',
      'src/slides/import/guessed-headings',
    ],
    inputs: {
      'paragraphs of as many sizes': (size) =>
        element(
          'document',
          list(size, (at) => word(`Line ${at}`, at)),
        ),
      'runs of one paragraph': (size) =>
        element('document', [
          element(
            'paragraph',
            list(size, () => run('a ', 12)),
          ),
        ]),
      'lines of code': (size) =>
        element(
          'document',
          list(size, (at) => element('paragraph', [{ ...run(`  line ${at}`, 12), font: 'Courier New' }])),
        ),
      'rows of a table': (size) =>
        element('document', [
          element(
            'table',
            list(size, (at) => row([`${at}`, 'x'])),
          ),
        ]),
      'cells of a row': (size) => element('document', [element('table', [row(list(size, (at) => `${at}`))])]),
      'one long text': (size) => element('document', [word('. a'.repeat(size))]),
    },
    size: 16_000,
    run: (root: WordElement) => documentBlocks(root, () => 'body'),
  },
  'two versions of an outline': {
    modules: ['src/outline/line-diff', 'src/decks/unified-diff', 'src/web/page/merge'],
    inputs: {
      'every third line changed': (size) => [list(size, (at) => `${at}`), list(size, (at) => `${at % 3 ? at : -at}`)],
      'all lines changed': (size) => [list(size, (at) => `${at}`), list(size, (at) => `new ${at}`)],
      'lines all alike': (size) => [list(size, () => 'a'), list(size + 9, () => 'a')],
    },
    // An eighth of it is above the size from which lines are no longer compared one by one: below, the time is bounded.
    size: 40_000,
    run: ([before, after]: [string[], string[]]) => {
      const [one, other] = [before.join('\n'), after.join('\n')];
      const changed = before.map((text, at): DiffLine => ({ mark: at % 2 ? ' ' : '-', text }));
      return [diffLines(one, other), merge(diffLines(one, other), diffLines(one, one)), merge(changed, changed)];
    },
  },
  'the tree of the review page': {
    modules: ['src/web/page/outline'],
    inputs: {
      'points of one page': (size) => `${HEAD}${'#### a\n'.repeat(size)}`,
      'all levels': (size) => HEAD + list(size, (at) => `${'#'.repeat(1 + (at % 4))} a`).join('\n'),
    },
    size: 20_000,
    run: (text: string) => numbersOf(parse(text)),
  },
};
