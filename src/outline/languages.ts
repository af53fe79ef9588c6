/** The language of a text, as a BCP 47 tag, by the script that it is written in. */
import type { Language } from './outline';

/** Languages by script. Of several with the same script, the first whose own letters occur. */
const BY_SCRIPT: readonly (readonly [characters: RegExp, tag: string, own?: RegExp])[] = [
  [/\p{Script=Hangul}+/gu, 'ko-KR'],
  [/\p{Script=Arabic}+/gu, 'ur-PK', /[ٹڈڑںے]/u],
  [/\p{Script=Arabic}+/gu, 'fa-IR', /[پچژگ]/u],
  [/\p{Script=Arabic}+/gu, 'ar-SA'],
  [/\p{Script=Hebrew}+/gu, 'he-IL'],
  [/\p{Script=Devanagari}+/gu, 'hi-IN'],
  [/\p{Script=Bengali}+/gu, 'bn-IN'],
  [/\p{Script=Gujarati}+/gu, 'gu-IN'],
  [/\p{Script=Gurmukhi}+/gu, 'pa-IN'],
  [/\p{Script=Kannada}+/gu, 'kn-IN'],
  [/\p{Script=Malayalam}+/gu, 'ml-IN'],
  [/\p{Script=Sinhala}+/gu, 'si-LK'],
  [/\p{Script=Tamil}+/gu, 'ta-IN'],
  [/\p{Script=Telugu}+/gu, 'te-IN'],
  [/\p{Script=Thai}+/gu, 'th-TH'],
  [/\p{Script=Lao}+/gu, 'lo-LA'],
  [/\p{Script=Khmer}+/gu, 'km-KH'],
  [/\p{Script=Myanmar}+/gu, 'my-MM'],
  [/\p{Script=Tibetan}+/gu, 'bo-CN'],
  [/\p{Script=Georgian}+/gu, 'ka-GE'],
  [/\p{Script=Armenian}+/gu, 'hy-AM'],
  [/\p{Script=Ethiopic}+/gu, 'am-ET'],
];

/** Sufficient to find the language; more would only cost time. */
const SAMPLE = 20_000;

const count = (text: string, characters: RegExp): number => text.match(characters)?.length ?? 0;

/** Characters that only Japanese writes, because other simplifications or none are in use elsewhere. */
const JAPANESE_FORMS = /[円図対応変発価経済総続検験実気駅県収営単戦歴観権関働売読訳択処両]/gu;

/**
 * Japanese has kana between its kanji. A single one, such as の in a Chinese name, says nothing, and titles without kana
 * are recognized by the forms of their characters.
 */
function isJapanese(sample: string, hanzi: number): boolean {
  const kana = count(sample, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  const japaneseOnly = count(sample, JAPANESE_FORMS);
  return (kana > 0 && kana * 10 >= hanzi && (kana > 1 || hanzi < 5)) || japaneseOnly * 4 > hanzi;
}

/** The tag of the script that most words of a text are in; Latin, Greek and Cyrillic give `en-US`. */
export function languageTag(text: string): string {
  const sample = text.slice(0, SAMPLE);
  const words = count(sample, /\p{Script=Latin}+/gu);
  const hanzi = count(sample, /\p{Script=Han}/gu);
  const kana = count(sample, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  let best = { tag: 'en-US', score: words };
  if (hanzi + kana > 0 && hanzi + kana >= words) {
    best = { tag: isJapanese(sample, hanzi) ? 'ja-JP' : 'zh-CN', score: hanzi + kana };
  }
  for (const [characters, tag, own] of BY_SCRIPT) {
    const score = count(sample, characters);
    if (score === 0 || (own && !own.test(sample))) continue;
    if (score > best.score || (score === best.score && best.tag === 'en-US')) best = { tag, score };
  }
  return best.tag;
}

/** The tag of a deck: that of its text, unless its author said in which of the two languages of the product it is. */
export function deckTag(text: string, language: Language): string {
  const tag = languageTag(text);
  if (language === 'zh') return tag === 'ja-JP' ? tag : 'zh-CN';
  return tag === 'zh-CN' ? 'en-US' : tag === 'en-US' ? latinTag(text) : tag;
}

/** Short words that are frequent in one language in Latin letters, and the name of an opening. */
const LATIN = {
  'en-US': { words: 'the and of to is for with that are this from', opening: 'Introduction' },
  'de-DE': { words: 'der die und das ist von mit für auf den ein nicht zu wurde', opening: 'Einleitung' },
  'fr-FR': { words: 'le les et des du est pour une dans sur aux avec qui', opening: 'Introduction' },
  'es-ES': { words: 'el los y del es para una en las con por que se', opening: 'Introducción' },
  'it-IT': { words: 'il gli e di è per una della nel con che sono dei', opening: 'Introduzione' },
  'pt-BR': { words: 'o os e da do em para uma não com dos que ao', opening: 'Introdução' },
  'nl-NL': { words: 'de het een en van is voor met op niet dat zijn aan', opening: 'Inleiding' },
} as const;
const FREQUENT = Object.entries(LATIN).map(([tag, { words }]) => ({ tag, words: new Set(words.split(' ')) }));
/** Fewer are a title or a name. */
const LEAST_FREQUENT = 4;

/** The language of a text in Latin letters; English unless another one has clearly more of its words. */
export function latinTag(text: string): string {
  const words =
    text
      .slice(0, SAMPLE)
      .toLowerCase()
      .match(/[\p{Script=Latin}]+/gu) ?? [];
  const counts = FREQUENT.map((each) => ({ ...each, count: words.filter((word) => each.words.has(word)).length }));
  const [english, ...others] = counts;
  const [best] = others.sort((a, b) => b.count - a.count);
  return best!.count >= LEAST_FREQUENT && best!.count > 1.5 * english!.count ? best!.tag : 'en-US';
}

export const isLatin = (tag: string): boolean => tag in LATIN;

/** The heading of text before the first chapter. */
export const openingName = (text: string): string => LATIN[latinTag(text) as keyof typeof LATIN].opening;

const MONTH = /^(?:Jan|Feb|Mär|Apr|Ma[ij]|Jun|Jul|Aug|Sep|O[kc]t|Nov|De[zc])\p{Ll}*\b/u;

/** Whether a period is that of a day or an initial: "am 12. Dezember", "J. Calder". */
export const goesOn = (open: string, next: string): boolean =>
  /^\p{Lu}\.$/u.test(open) || (/\b\d{1,2}\.$/.test(open) && MONTH.test(next));

/** Whether a language is written from right to left. */
export const isRightToLeft = (tag: string): boolean => /^(?:ar|fa|he|ur)\b/.test(tag);

/** The direction of a text by its first letter. */
export function startsRightToLeft(text: string): boolean {
  const first = /\p{L}/u.exec(text)?.[0] ?? '';
  return /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(first);
}

export interface TaggedRun {
  text: string;
  tag: string;
}

const complex =
  /[\p{Script=Hangul}\u0590-\u08ff\u0900-\u0eff\u0f00-\u109f\u10a0-\u13ff\u1780-\u17ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

/** Splits a text without hanzi and kana by language. Spaces, digits and marks belong to the letters before them. */
export function taggedRuns(text: string): TaggedRun[] {
  if (!complex.test(text)) return [{ text, tag: 'en-US' }];
  const runs: TaggedRun[] = [];
  for (const [part] of text.matchAll(/\P{L}*\p{L}[\p{L}\p{M}]*\P{L}*?(?=\p{L}|$)|\P{L}+$/gu)) {
    const tag = /\p{L}/u.test(part) ? languageTag(part) : (runs.at(-1)?.tag ?? 'en-US');
    const last = runs.at(-1);
    if (last?.tag === tag) last.text += part;
    else runs.push({ text: part, tag });
  }
  return runs;
}
