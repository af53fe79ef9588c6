/** Chooses the face of every character of a line. Characters that no face supports become a white square. */
import { graphemes } from '../../text/segments';
import type { Family, FontRole, Fonts } from '../deck/deck';
import { type Face, face, faceName } from '../deck/fonts';
import { stretches } from './scripts';

export interface Cut {
  text: string;
  face: Face;
}

const missing = '□';

export const familyOf = (role: FontRole, fonts: Fonts): Family => (role === 'code' ? 'cousine' : fonts[role]);

export function cutByFace(text: string, family: Family, bold: boolean): Cut[] {
  const latin = face(faceName(family, bold));
  const chinese = face(faceName('noto-sans-sc', bold));
  const cuts: Cut[] = [];
  const add = (part: string, chosen: Face): void => {
    const last = cuts.at(-1);
    if (last?.face === chosen) last.text += part;
    else cuts.push({ text: part, face: chosen });
  };
  for (const stretch of stretches(text)) {
    const first = stretch.wide ? chinese : latin;
    if (covers(first, stretch.text)) add(stretch.text, first);
    else {
      for (const segment of graphemes(stretch.text)) {
        const chosen = [first, chinese, latin].find((candidate) => covers(candidate, segment));
        if (chosen) add(segment, chosen);
        else add(missing, chinese);
      }
    }
  }
  return cuts;
}

function covers(candidate: Face, text: string): boolean {
  for (const character of text) if (!candidate.has(character.codePointAt(0)!)) return false;
  return true;
}
