/** Chooses the face of every character of a line. Characters that no face supports become a white square. */
import { hasFont } from '../../../base/io/font-packages';
import { graphemes } from '../../../base/text/segments';
import type { Language } from '../../../outline/outline';
import { type OptionalFamily, scriptFonts } from '../../../outline/scripts';
import type { Family, FontRole, Fonts } from '../deck/deck';
import { type Face, face, faceName } from '../deck/fonts';
import { stretches } from './scripts';

export interface Cut {
  text: string;
  face: Face;
}

const missing = '□';

export const familyOf = (role: FontRole, fonts: Fonts): Family => (role === 'code' ? 'cousine' : fonts[role]);

/**
 * The fonts of a template for a deck. Old-style serif digits look misplaced between hanzi, so Chinese headings use the digits of the
 * body face.
 * @param tag language of the deck's text
 */
export function fontsFor(fonts: Fonts, language: Language, tag: string): Fonts {
  const wide = formsOf[tag];
  return {
    ...fonts,
    ...(language === 'zh' ? { heading: fonts.body } : {}),
    ...(wide && hasFont(wide) ? { wide } : {}),
  };
}

/** Optional fonts with the forms that the same characters have in other languages than Chinese. */
const formsOf: Readonly<Record<string, OptionalFamily>> = { 'ja-JP': 'noto-sans-jp', 'ko-KR': 'noto-sans-kr' };

/** Separates words and stays in the face of the word before it. */
const neutral = /^[\p{P}\p{S}\p{Zs}]+$/u;

/** @param wide family of hanzi and kana, if it is not the Chinese one. */
export function cutByFace(text: string, family: Family, bold: boolean, wide?: OptionalFamily): Cut[] {
  const latin = face(faceName(family, bold));
  const chinese = face(faceName('noto-sans-sc', bold));
  const asian = wide === undefined ? chinese : face(faceName(wide, bold));
  const cuts: Cut[] = [];
  const add = (part: string, chosen: Face): void => {
    const last = cuts.at(-1);
    if (last?.face === chosen) last.text += part;
    else cuts.push({ text: part, face: chosen });
  };
  let other: Face | undefined;
  for (const stretch of stretches(text)) {
    const first = stretch.wide ? asian : latin;
    if (covers(first, stretch.text)) add(stretch.text, first);
    else {
      for (const segment of graphemes(stretch.text)) {
        const kept = other && neutral.test(segment) && cuts.at(-1)?.face === other && covers(other, segment);
        const own = ownFaces(first, chinese, latin, segment, bold).find((candidate) => covers(candidate, segment));
        const chosen = kept ? other : (own ?? otherFace(segment, bold, other));
        // The spaces of the emoji font are as wide as its signs.
        if (chosen !== own && !chosen?.name.startsWith('noto-emoji')) other = chosen;
        if (chosen) add(segment, chosen);
        else add(missing, chinese);
      }
    }
  }
  return cuts;
}

const alphabets = /^[\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}]/u;

/** Letters of an alphabet that a family has in part come from one that has all of it. */
function ownFaces(first: Face, chinese: Face, latin: Face, segment: string, bold: boolean): Face[] {
  const others = [first, chinese, latin];
  return alphabets.test(segment) ? [face(faceName('arimo', bold)), ...others] : others;
}

/** The face of an optional font, or else of our family with the most scripts; undefined if no face has the character. */
function otherFace(segment: string, bold: boolean, last: Face | undefined): Face | undefined {
  const needed = scriptFonts.find(({ characters }) => characters.test(segment))?.family;
  const families = [...(needed && hasFont(needed) ? [needed] : []), 'arimo' as const];
  const candidates = families.map((name) => face(faceName(name, bold)));
  return [...candidates, ...(last ? [last] : [])].find((candidate) => covers(candidate, segment));
}

function covers(candidate: Face, text: string): boolean {
  for (const character of text) if (!candidate.has(character.codePointAt(0)!)) return false;
  return true;
}
