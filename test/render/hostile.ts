/** Outlines that no author would write but an attacker may send. */
import type { Outline } from '../../src/outline/outline';

const loneSurrogate = String.fromCharCode(0xd83d);
export const nasty = `a\u0000b\u0007c\u202Ed & <b>"x"</b> 'y' 😀👨‍👩‍👧 ${loneSurrogate} \uFFFE ₿ ✔ 한국어 ไทย مرحبا ]]> {{x}}`;

export const hostile: Outline = {
  title: nasty,
  language: 'en',
  catalog: nasty,
  ending: nasty,
  chapters: [
    {
      title: nasty,
      pages: [
        { title: nasty, blocks: [{ kind: 'point', title: nasty, text: [nasty, nasty] }] },
        { title: '', blocks: [] },
        { title: '', blocks: [{ kind: 'point', title: '', text: ['', '  '] }] },
        {
          title: 'x',
          blocks: [
            {
              kind: 'table',
              header: [nasty, ''],
              rows: [
                [nasty, nasty],
                ['', ''],
              ],
            },
          ],
        },
        { title: 'Empty table', blocks: [{ kind: 'table', header: ['A', 'B'], rows: [] }] },
        { title: 'No columns', blocks: [{ kind: 'table', header: [], rows: [] }] },
      ],
    },
    { title: '', pages: [] },
    { title: '\u0000', pages: [{ title: '\u200b', blocks: [] }] },
  ],
};

const sentence =
  'The committee reviewed every proposal in turn and asked the authors to explain how the figures had been obtained. ';
const chineseSentence = '委员会逐项审阅了全部提案，并请各位作者说明数据的来源、口径以及后续的验证安排。';

/** Very long titles, paragraphs, words, lists and tables. */
export const endless = (language: 'en' | 'zh'): Outline => {
  const unit = language === 'zh' ? chineseSentence : sentence;
  const long = unit.repeat(Math.ceil(2000 / unit.length)).slice(0, 2000);
  const word = (language === 'zh' ? '长' : 'W').repeat(1500);
  const points = (count: number, text: string) =>
    Array.from({ length: count }, (_, index) => ({
      kind: 'point' as const,
      title: `${unit.slice(0, 20)} ${index + 1}`,
      text: [text],
    }));
  return {
    title: long,
    language,
    chapters: Array.from({ length: 14 }, (_, index) => ({
      title: index === 0 ? long : `${unit.slice(0, 30)}${index}`,
      pages:
        index > 0
          ? []
          : [
              { title: long, blocks: points(2, unit) },
              { title: 'One paragraph', blocks: [{ kind: 'point', title: 'Point', text: [long.repeat(2)] }] },
              { title: 'One word', blocks: [{ kind: 'point', title: word, text: [word] }] },
              { title: 'Many points', blocks: points(23, unit) },
              { title: 'Four long points', blocks: points(4, unit.repeat(5)) },
              {
                title: 'Many paragraphs',
                blocks: [{ kind: 'point', title: 'Point', text: Array(30).fill(unit.trim()) }],
              },
              {
                title: 'Long and wide table',
                blocks: [
                  {
                    kind: 'table',
                    header: Array.from({ length: 12 }, (_, column) => `Column ${column + 1}`),
                    rows: Array.from({ length: 40 }, (_, row) =>
                      Array.from({ length: 12 }, (_, column) => `${row * column}`),
                    ),
                  },
                ],
              },
              {
                title: 'Table of novels',
                blocks: [
                  {
                    kind: 'table',
                    header: ['A', 'B'],
                    rows: [
                      [long, long],
                      [unit, unit],
                    ],
                  },
                ],
              },
            ],
    })),
  };
};
