import { detailsOf, headlineOf, summaryOf } from '../../src/decks/input/input-text';

const hash = 'a'.repeat(64);
const stored = { uri: `document:${hash}`, sha256: hash, bytes: 3 };
const who = { uid: 'u1', request: 'r1' };

test.each([
  [{ title: 'Tea', document: { path: 'a.docx' } }, 'Tea'],
  [{ document: { file: { ...stored, name: 'report.docx' } } }, 'document report.docx'],
  [{ document: { url: 'https://host/a.docx?signature=secret' } }, 'document https://host/a.docx'],
  [{ topic: 7 }, 'topic 7'],
  [{ markdown: '# Tea at work\n\n## Why' }, 'Tea at work'],
  [{ markdown: { ...stored, preview: '# Long tea\n' } }, 'Long tea'],
  [{ markdown: 'no heading' }, 'a text'],
  [{ from: { designId: 9 } }, 'design 9'],
])('%j is called %s', (input, headline) => {
  expect(headlineOf({ ...who, ...input })).toBe(headline);
  expect(summaryOf({ ...who, ...input })).toBe(headline);
});

test.each([
  ['é', 98],
  ['茶', 65],
  ['🍵', 49],
  ['t', 197],
])('a title of many %s is cut to what a summary may hold, between characters', (character, kept) => {
  expect(summaryOf({ ...who, title: character.repeat(300) })).toBe(`${character.repeat(kept)}…`);
  expect(Buffer.byteLength(`${character.repeat(kept + 1)}…`)).toBeGreaterThan(200);
});

test('the panel of the UI shows everything that was ordered, and no signature', () => {
  const details = detailsOf({
    ...who,
    document: { url: 'https://host/a.docx?signature=secret', treatment: 'polish' },
    options: { tone: 'professional', page: 3 },
    proLayout: true,
    template: { color: 'blue', rank: 2 },
    formats: ['ppt', 'pdf'],
    edit: false,
    zip: true,
    settings: { contentReview: { mode: 'required' } },
  });
  expect(details.split('\n')).toEqual([
    '- title: document https://host/a.docx',
    '- user: u1',
    '- request: r1',
    '- source: document https://host/a.docx',
    '- treatment: polish',
    '- options: tone professional, page 3',
    '- layout: pro',
    '- template: color blue, rank 2',
    '- formats: ppt, pdf',
    '- slides: images instead of editable text',
    '- images: in one zip file',
    '- content review: required',
    '',
    '\u00a0',
  ]);
});

test('the words of the input stay words: they create no image, link or code', () => {
  const [title] = detailsOf({ ...who, title: '![a](http://b/c.png) `d` *e*' }).split('\n');
  expect(title).toBe('- title: \\!\\[a\\](http://b/c.png) \\`d\\` \\*e\\*');
});
