import type { Block, Outline } from '../../src/outline/outline';
import { fillTemplate } from '../../src/slides/brand/fill-template';
import { BRAND_LIMITS } from '../../src/slides/brand/limits';
import { reportLines, reportTemplate } from '../../src/slides/brand/report';
import { parseXml } from '../../src/slides/brand/xml';
import { body, templateFile, title, usual } from '../brand/template-file';
import type { Subject } from './growth';
import { list } from './texts';

const file = templateFile({});
const words = (count: number) => list(count, (at) => `word${at % 97}`).join(' ');
const page = (...blocks: Block[]): Outline => ({
  title: 'Deck',
  language: 'en',
  chapters: [{ title: 'Chapter', pages: [{ title: 'Page', blocks }] }],
});
const point = (name: string, ...text: string[]): Block => ({ kind: 'point', title: name, text });
const limits = { ...BRAND_LIMITS, nodes: 1_000_000 };

export const brandSubjects: Readonly<Record<string, Subject>> = {
  'text in the placeholders of a template': {
    modules: [
      'src/slides/brand/fill-template',
      'src/slides/brand/fill/fit-text',
      'src/slides/brand/fill/footers',
      'src/slides/brand/fill/kept-parts',
      'src/slides/brand/fill/plan-deck',
      'src/slides/brand/fill/plan-page',
      'src/slides/brand/fill/presentation-part',
      'src/slides/brand/fill/show-settings',
      'src/slides/brand/fill/slide-xml',
      'src/slides/brand/fill/write-deck',
      'src/slides/brand/ground',
      'src/slides/brand/place',
      'src/slides/brand/ruler',
      'src/slides/brand/stand-in',
      'src/slides/render/compose/content',
      'src/slides/render/deck/placed',
      'src/slides/render/pptx/text',
    ],
    inputs: {
      'a long paragraph': (size) => page(point('', words(size / 8))),
      'one long word': (size) => page(point('', 'x'.repeat(size / 4))),
      'many points': (size) => page(...list(size / 40, (at) => point(`Point ${at}`, words(4)))),
      'many chapters': (size) => ({
        ...page(),
        chapters: list(size / 200, (at) => ({
          title: `Chapter ${at}`,
          pages: [{ title: 'Page', blocks: [point('A')] }],
        })),
      }),
      'a long table': (size) =>
        page({ kind: 'table', header: ['Name', 'Text'], rows: list(size / 40, (at) => [`Row ${at}`, words(4)]) }),
      'many lines of code': (size) =>
        page({ kind: 'code', text: list(size / 20, (at) => `line${at} = ${at}`).join('\n') }),
      'a long line of code': (size) => page({ kind: 'code', text: words(size / 8) }),
      'a long heading': (size) => page(point(words(size / 8), 'text')),
    },
    run: (outline: Outline) => fillTemplate({ file, outline }),
  },
  'layouts of a template': {
    modules: [
      'src/slides/brand/free-area',
      'src/slides/brand/mapping',
      'src/slides/brand/package',
      'src/slides/brand/placeholders',
      'src/slides/brand/read-template',
      'src/slides/brand/relationships',
      'src/slides/brand/report',
      'src/slides/brand/roles',
      'src/slides/brand/text-style',
      'src/slides/brand/theme',
    ],
    inputs: {
      'many layouts': (size) =>
        templateFile({ layouts: list(size, (at) => ({ ...usual.text, name: `Layout ${at}` })) }),
      'many example slides': (size) => templateFile({ examples: list(size, () => ({ layout: 2 })) }),
      'many placeholders': (size) =>
        templateFile({
          layouts: [
            { name: 'Many', holders: [title(), ...list(size, (at) => body(at + 1, [60, 100, 400, 300]))] },
            usual.text,
          ],
        }),
    },
    run: (bytes: Uint8Array) => reportLines(reportTemplate(bytes)),
    size: 800,
  },
  'XML of a template': {
    modules: ['src/slides/brand/xml'],
    inputs: {
      'many elements': (size) => `<a>${'<b c="d"/>'.repeat(size / 10)}</a>`,
      'deep elements': (size) => '<a>'.repeat(size / 8) + '</a>'.repeat(size / 8),
      'a comment without an end': (size) => `<a><!-- ${'-'.repeat(size)}`,
      'an attribute without an end': (size) => `<a b="${'c'.repeat(size)}`,
      'many namespaces': (size) => `<a>${list(size / 40, (at) => `<b${at}:c xmlns:b${at}="urn:${at}"/>`).join('')}</a>`,
    },
    run: (text: string) => {
      try {
        return parseXml(text, 'part', limits);
      } catch (error) {
        return error;
      }
    },
  },
};
