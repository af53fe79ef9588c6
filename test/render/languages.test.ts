/** The language and the direction of texts in the files of a deck. */
import { parseOutline } from '../../src/outline/outline-markdown';
import { composeDeck } from '../../src/slides/render/compose';
import { writePdf } from '../../src/slides/render/pdf';
import { writePptx } from '../../src/slides/render/pptx/package';
import { systemTemplates } from '../../src/slides/render/templates';
import { all, openPackage } from './open-package';

const [template] = systemTemplates;
const page = (title: string, points: string[]): string =>
  `# ${title}\n\n## ${points[0]}\n\n### ${points[1]}\n\n${points.map((each) => `- ${each}`).join('\n')}\n`;

const decks: [string, string, boolean][] = [
  [
    page('مراجعة الربع الثالث', ['النتائج', 'الإيرادات', 'نمت المبيعات بنسبة 12 % مقارنة بالعام الماضي']),
    'ar-SA',
    true,
  ],
  [page('סקירה רבעונית', ['תוצאות', 'הכנסות', 'ההכנסות גדלו ב־12 % לעומת השנה שעברה']), 'he-IL', true],
  [page('तिमाही समीक्षा', ['परिणाम', 'राजस्व', 'बिक्री में बारह प्रतिशत की वृद्धि हुई']), 'hi-IN', false],
  [page('รายงานประจำไตรมาส', ['ผลลัพธ์', 'รายได้', 'ยอดขายเพิ่มขึ้นร้อยละสิบสอง']), 'th-TH', false],
  [page('四半期報告のまとめ', ['結果', '売上高', '売上は前年より12％伸びました']), 'ja-JP', false],
  [page('분기 보고서', ['결과', '매출', '매출이 작년보다 12% 늘었습니다']), 'ko-KR', false],
];

describe.each(decks)('%#', (markdown, tag, rightToLeft) => {
  const deck = composeDeck(parseOutline(markdown), template!);
  const parts = openPackage(writePptx(deck));
  const slides = [...parts].filter(([path]) => /^ppt\/slides\/slide\d+\.xml$/.test(path)).map(([, xml]) => xml);

  it(`a deck in ${tag} says so in its files`, async () => {
    expect(deck.tag).toBe(tag);
    expect(parts.get('docProps/core.xml')).toContain(`<dc:language>${tag}</dc:language>`);
    const pdf = (await writePdf(deck)).toString('latin1');
    expect(pdf).toContain(`/Lang (${tag})`);
  });

  it('names the language of every run, and the direction of every paragraph', () => {
    const own = deck.slides[0]!.title;
    const run = new RegExp(`<a:rPr lang="([^"]+)"[^>]*/?>(?:(?!<a:t>).)*<a:t>${own}`);
    expect(run.exec(slides[0]!)?.[1]).toBe(tag);
    const chinese = slides.filter((xml) => xml.includes('lang="zh-CN"'));
    expect(chinese).toEqual([]);
    for (const xml of slides) {
      expect(new Set(all(xml, /rtlCol="(\d)"/g))).toEqual(new Set([rightToLeft ? '1' : '0']));
      const paragraphs = all(xml, /(<a:p>(?:(?!<\/a:p>).)*<a:t>.*?<\/a:p>)/g);
      expect(paragraphs.length).toBeGreaterThan(0);
      for (const each of paragraphs) {
        const words = all(each, /<a:t>([^<]*)/g).join('');
        expect(/<a:p><a:pPr[^>]* rtl="1"/.test(each)).toBe(rightToLeft && /\p{L}/u.test(words));
      }
    }
    const notes = [...parts].find(([path]) => /notesSlide1\.xml$/.test(path))![1];
    expect(notes.includes('rtl="1"')).toBe(rightToLeft);
  });
});

it('Japanese has the Japanese forms of its characters, and Chinese the Chinese ones', async () => {
  const fontsOf = async (markdown: string): Promise<Set<string>> => {
    const pdf = await writePdf(composeDeck(parseOutline(markdown), template!));
    return new Set(all(pdf.toString('latin1'), /\/BaseFont \/[A-Z]+\+(Noto\w+)-/g));
  };
  expect(await fontsOf(page('四半期報告のまとめ', ['結果', '売上高', '売上は前年より12％伸びました']))).toEqual(
    new Set(['NotoSansJP']),
  );
  expect(await fontsOf(page('季度报告', ['结果', '销售额', '销售额比去年增长了12％']))).toEqual(
    new Set(['NotoSansSC']),
  );
});

it('a text in Hebrew in an English deck starts at the right', () => {
  const deck = composeDeck(
    parseOutline(page('A plan for all offices', ['Haifa', 'Office', 'תוצאות', 'Next steps'])),
    template!,
  );
  const xml = [...openPackage(writePptx(deck))].map(([, each]) => each).find((each) => each.includes('תוצאות'))!;
  const [text = ''] = all(xml, /(<p:txBody>(?:(?!<\/p:txBody>).)*תוצאות.*?<\/p:txBody>)/g);
  expect(all(text, /<a:p><a:pPr[^>]*? rtl="1"[^>]*>(?:(?!<\/a:p>).)*<a:t>([^<]*)/g)).toEqual(['תוצאות']);
  expect(text).toContain(' algn="r"');
});

it.each([
  [0, '<a:cs typeface="Arial"/>', 'المحتويات'],
  [1, '<a:cs typeface="Arial"/>', 'תוכן העניינים'],
  [2, '<a:cs typeface="Nirmala UI"/>', 'विषय-सूची'],
  [3, '<a:cs typeface="Leelawadee UI"/>', 'สารบัญ'],
  [4, '<a:ea typeface="Yu Gothic"/>', '目次'],
  [5, '<a:ea typeface="Malgun Gothic"/>', '목차'],
])('deck %i has the fonts of its script and its own words', (index, font, contents) => {
  const [markdown] = decks[index]!;
  const twice = `${markdown}\n${markdown.replace(/^# .*\n/, '')}`;
  const deck = composeDeck(parseOutline(twice), template!);
  const parts = openPackage(writePptx(deck));
  const theme = parts.get('ppt/theme/theme1.xml')!;
  expect(all(theme, new RegExp(`(${font})`, 'g'))).toHaveLength(2);
  expect(theme).toContain('<a:font script="Arab" typeface="Arial"/>');
  expect(deck.slides[1]!.title).toBe(contents);
});

it('Korean in another deck has its own font, also in a link', () => {
  const markdown = '# Plan\n\n## Offices\n\n### Seoul\n\n- 서울 [사무실](https://example.com) office\n- Next\n';
  const parts = openPackage(writePptx(composeDeck(parseOutline(markdown), template!)));
  const xml = [...parts].map(([, each]) => each).find((each) => each.includes('사무실'))!;
  expect(xml).toMatch(/<a:rPr lang="ko-KR"><a:ea typeface="Malgun Gothic"\/><a:hlinkClick [^>]*>.*?<a:t>사무실/);
});
