import { causeOf } from '../../workflows/failure-types';
import { readable } from '../../workflows/results';

const text = { document: { sha256: 'a', bytes: 1, text: '#' }, title: '', chapters: 0, pages: 0 };

/** What an operator can send with `temporal activity complete`. */
const odd = [
  null,
  undefined,
  7,
  '',
  [],
  {},
  { id: null },
  { document: 'x' },
  { status: 'succeeded' },
  { files: [null] },
];

describe('the result of an activity that was completed by hand', () => {
  const fitting: [string, unknown][] = [
    ['createTask', { id: 7 }],
    ['createDocumentTask', { id: '12345678901234567890' }],
    ['saveDesign', { id: 7 }],
    ['addProLayout', { id: 7 }],
    ['startContent', 'ticket'],
    ['startExport', 'key'],
    ['streamOutline', text],
    ['storeOutline', { ...text, prompts: 2 }],
    ['readOutline', null],
    ['readOutline', text],
    ['readOutlineTree', { pages: 0, complete: false }],
    ['checkContent', { status: 'generating' }],
    ['checkContent', { status: 'succeeded', content: text }],
    ['findDesign', null],
    ['findDesign', 7],
    ['readExportResult', { status: 'answered', files: 1 }],
    ['downloadExport', { files: [{ path: '/out/a.pptx', sha256: 'a' }] }],
    ['takeDocument', { uri: 'document:a', name: 'a.docx' }],
    ['notify', undefined],
  ];

  it.each(fitting)('of %s is taken as it is: %j', (name, result) => {
    expect(readable(name, result)).toBe(result);
  });

  it.each([...new Set(fitting.map(([name]) => name))].filter((name) => name !== 'notify'))(
    'of %s in another shape is one that cannot be read',
    (name) => {
      const taken = odd.filter((result) => {
        try {
          return readable(name, result) === result;
        } catch (error) {
          expect(causeOf(error as never)).toEqual({
            type: 'AnswerUnreadable',
            message: `${name} was completed by hand with a result of another shape`,
          });
          return false;
        }
      });
      // Values that are results of these calls, too.
      const possible = { readOutline: [null], findDesign: [null, 7], readExportResult: [{ status: 'succeeded' }] };
      expect(taken).toEqual(possible[name as keyof typeof possible] ?? []);
    },
  );
});
