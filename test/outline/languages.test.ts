import { deckTag, isRightToLeft, languageTag, startsRightToLeft, taggedRuns } from '../../src/outline/languages';
import { detectLanguage } from '../../src/outline/outline-limits';

test.each([
  ['Introduction to machine learning', 'en-US'],
  ['人工智能在医疗领域的应用', 'zh-CN'],
  ['鲜の每日 品牌策略', 'zh-CN'],
  ['量子コンピュータ入門', 'ja-JP'],
  ['日本経済の現状と課題', 'ja-JP'],
  ['経営計画', 'ja-JP'],
  ['한국 시장 전략 2026', 'ko-KR'],
  ['AI 한국', 'ko-KR'],
  ['مرحبا بالعالم', 'ar-SA'],
  ['گزارش پیشرفت', 'fa-IR'],
  ['رپورٹ', 'ur-PK'],
  ['סקירה רבעונית', 'he-IL'],
  ['तिमाही रिपोर्ट', 'hi-IN'],
  ['รายงานประจำไตรมาส', 'th-TH'],
  ['காலாண்டு அறிக்கை', 'ta-IN'],
  ['The word שלום in three songs', 'en-US'],
  ['', 'en-US'],
])('the language of %j is %s', (text, tag) => {
  expect(languageTag(text)).toBe(tag);
  expect(detectLanguage(text)).toBe(tag === 'zh-CN' ? 'zh' : 'en');
});

test('a deck has the language of its text, unless its author chose Chinese', () => {
  expect(deckTag('日本経済の現状', 'en')).toBe('ja-JP');
  expect(deckTag('Plan 計画', 'zh')).toBe('zh-CN');
  expect(deckTag('你好', 'en')).toBe('en-US');
});

test('a text of several scripts is split by language without losing a character', () => {
  const text = '(1) Plan: مرحبا بالعالم, 2026 – שלום and तिमाही.';
  const runs = taggedRuns(text);
  expect(runs.map((each) => each.text).join('')).toBe(text);
  expect(runs.map((each) => each.tag)).toEqual(['en-US', 'ar-SA', 'he-IL', 'en-US', 'hi-IN']);
  expect(taggedRuns('2026 – 100 %')).toEqual([{ text: '2026 – 100 %', tag: 'en-US' }]);
});

test('the direction follows the first letter', () => {
  expect(startsRightToLeft('1. שלום world')).toBe(true);
  expect(startsRightToLeft('Hello שלום')).toBe(false);
  expect(['ar-SA', 'he-IL', 'fa-IR', 'ur-PK', 'en-US', 'zh-CN'].map(isRightToLeft)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
});
