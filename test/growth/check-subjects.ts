import { checkFile } from '../../src/slides/check/check-file';
import { checkImages } from '../../src/slides/check/missing-images';
import { sarifOf } from '../../src/slides/check/sarif';
import { asAscii, missingText } from '../../src/slides/render/deck/missing-images';
import { templateFile } from '../brand/template-file';
import { box, chart, group, solid, text } from '../check/shapes';
import type { Subject } from './growth';
import { list } from './texts';

const slide = { layout: 6, title: 'Sales rose in every region' };
const shapes = (all: readonly string[]): Uint8Array =>
  templateFile({ template: false, examples: [{ ...slide, shapes: all.join('') }] });
const row = (at: number): [number, number, number, number] => [66, 100 + (at % 400), 800, 20];

export const checkSubjects: Readonly<Record<string, Subject>> = {
  'a presentation that is checked': {
    modules: [
      'src/slides/check/check-deck',
      'src/slides/check/check-file',
      'src/slides/check/colors',
      'src/slides/check/file-rules',
      'src/slides/check/finding',
      'src/slides/check/frame',
      'src/slides/brand/group-transform',
      'src/slides/check/ink',
      'src/slides/check/look-rules',
      'src/slides/check/sarif',
      'src/slides/check/slides',
      'src/slides/check/text-rules',
    ],
    inputs: {
      'texts over each other': (size) => shapes(list(size, (at) => text(`Some words ${at}`, row(at)))),
      'boxes over each other': (size) =>
        shapes(list(size, (at) => box(`Box ${at}`, row(at), `<a:solidFill>${solid('EEEEEE')}</a:solidFill>`))),
      'placeholders of one slide': (size) =>
        shapes(list(size, (at) => text(`Some words ${at}`, undefined, { placeholder: `<p:ph idx="${at}"/>` }))),
      'groups in groups': (size) =>
        shapes([
          list(Math.min(size, 90), () => 0).reduce(
            (inner: string) => group(row(0), row(0), inner),
            text('Inside', row(0)),
          ),
        ]),
      'charts without a part': (size) => shapes(list(size, (at) => chart(row(at)))),
      'a long paragraph': (size) => shapes([text('word '.repeat(size * 10), row(0))]),
      'many paragraphs': (size) => shapes([text('Some words\n'.repeat(size), row(0))]),
      'many slides': (size) =>
        templateFile({
          template: false,
          examples: list(Math.ceil(size / 8), (at) => ({ ...slide, shapes: text(`Some words ${at}`, row(at)) })),
        }),
    },
    size: 1600,
    run: async (bytes: Uint8Array) => sarifOf([{ path: 'deck.pptx', report: await checkFile(bytes) }], '1'),
  },
  'images of slides that are checked': {
    modules: ['src/slides/check/missing-images', 'src/slides/render/deck/missing-images'],
    inputs: {
      'missing images': (size) => Buffer.from(list(size, (at) => asAscii(missingText(at, `货 ${at} %`))).join('\n')),
      'nothing but their beginning': (size) => Buffer.from('Missing image on slide 1'.repeat(size)),
      'a long description': (size) => Buffer.from(missingText(1, '%'.repeat(size * 10))),
    },
    size: 20_000,
    run: (bytes: Uint8Array) => checkImages(bytes),
  },
};
