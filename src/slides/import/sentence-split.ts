import { goesOn } from '../../outline/languages';
import type { Language } from '../../outline/outline';

/** Maximum length of a paragraph's start that still works as the heading of a point. */
export const HEADLINE = { en: 64, zh: 24 } as const;
/** Maximum length of a line that counts as a bullet; a longer one is text. */
export const BULLET = { en: 90, zh: 36 } as const;

const SENTENCE_END = {
  en: /(?<=[.!?]["”’)]?)\s+(?=[\p{Lu}\d"“(])/u,
  zh: /(?<=[。！？；…][”’）]?)(?![”’）])/u,
} as const;
/** Abbreviations whose period does not end a sentence. */
const SHORT_FORM =
  /(?:\b(?:e\.g|i\.e|cf|vs|etc|approx|no|fig|dr|mr|mrs|ms|prof|st|inc|ltd|co|dept|est|bzw|ca|nr|mio|mrd|usw|evtl|ggf|d\.\s?h|z\.\s?b|u\.\s?a)|\b\p{Lu})\.$/iu;
/** Long enough to contain an abbreviation and the character before it. */
const LONGEST_SHORT_FORM = 10;

export function sentencesOf(text: string, language: Language): string[] {
  const sentences: string[][] = [];
  // Pieces start after a space, so an abbreviation at the end of a piece is recognized as in the whole sentence.
  let open = '';
  for (const piece of text.split(SENTENCE_END[language])) {
    const last = sentences.at(-1);
    if (last !== undefined && language === 'en' && (SHORT_FORM.test(open) || goesOn(open, piece))) {
      last.push(piece);
      open = piece.slice(-LONGEST_SHORT_FORM);
    } else if (piece.trim() !== '') {
      sentences.push([piece.trim()]);
      open = piece.trim().slice(-LONGEST_SHORT_FORM);
    }
  }
  return sentences.map((pieces) => pieces.join(' '));
}

export function joined(sentences: readonly string[], language: Language): string {
  return sentences.join(language === 'zh' ? '' : ' ');
}

/** Splits `Lead: the rest` and `Lead – the rest` if the lead is short enough for a heading. */
export function splitAtColon(text: string, language: Language): [lead: string, rest: string] | undefined {
  const mark = /[:：]\s*|\s[–—-]\s|——/u.exec(text);
  if (!mark || mark.index < 2 || mark.index > HEADLINE[language]) return undefined;
  const lead = text.slice(0, mark.index).trim();
  const rest = text.slice(mark.index + mark[0].length).trim();
  // "10:30" is a time and "http://…" a URL.
  if (rest === '' || (/\d$/.test(lead) && /^\d/.test(rest)) || rest.startsWith('/') || /[.。!！?？,，]/.test(lead))
    return undefined;
  return [lead, rest];
}

/** The start of a long sentence up to the first clause boundary, if it can serve as a heading. */
export function openingClause(sentence: string, language: Language): string | undefined {
  const limit = HEADLINE[language];
  const least = language === 'zh' ? 6 : 18;
  const breath =
    language === 'zh'
      ? /[，、；：——]/gu
      : /[,;:]\s|\s[–—]\s|\s(?=(?:which|because|while|so that|although|where|whereas|driven by|as well as)\s)/g;
  for (const mark of sentence.matchAll(breath)) {
    if (mark.index > limit) return undefined;
    const clause = sentence.slice(0, mark.index).trim();
    // "In 2025, …" and "However, …" only introduce something.
    if (
      mark.index >= least &&
      !/^(?:if|when|while|although|because|since|after|before|as|in|at|on|by|with|for|to|from|during|despite|under|unlike|however|根据|在|当|如果|由于|随着|为了|通过|虽然|因为|截至)(?![a-z])/i.test(
        clause,
      )
    ) {
      return clause;
    }
  }
  return undefined;
}

/** Truncates a text between two words to at most `longest` characters and marks the omission. */
export function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const cut = [...text.slice(0, longest)].slice(0, -1).join('');
  const space = cut.lastIndexOf(' ');
  return `${(space > longest / 2 ? cut.slice(0, space) : cut).replace(/(?<![\s,;:，；：、])[\s,;:，；：、]+$/u, '')}…`;
}

export function withoutEnd(text: string): string {
  return text.replace(/(?<![.。:：;；,，])[.。:：;；,，]+$/u, '').trim() || text;
}
