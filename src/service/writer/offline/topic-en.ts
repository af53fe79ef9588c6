import { given } from '../../../core/given';

/** Extracts the topic of an English title as a phrase that fits into a sentence. */

const FORMS =
  'product launch|board update|board meeting|progress report|deep dive|business review|business case|business plan|action plan|project plan|sales proposal|project proposal|business proposal|kick-?off meeting|status update|status report|project update|case study|lessons learned|pitch deck|new product|travel guide|user guide|introduction|intro|overview|guide|basics|fundamentals|principles|essentials|review|report|proposal|pitch|plan|planning|strategy|roadmap|launch|training|course|workshop|bootcamp|kick-?off|retrospective|post-?mortem|update|status|summary|results|presentation|deck|slides|tutorial|handbook|explained|101|recap|project';
const QUALITIES =
  'quarterly|annual|yearly|monthly|weekly|mid-year|end-of-year|year-end|short|brief|quick|complete|practical|gentle|beginner.?s?|simple|first|final|our|my|your|their|the|an?';
const LEADING_FORM = new RegExp(
  `^(?:(?:${QUALITIES})\\s+)*(?:(?:${FORMS})|history)\\s+(?:to|of|on|in|for|about|from|into|with)\\s+`,
  'i',
);
const LEADING_VERB =
  /^(?:understanding|introducing|launching|exploring|discovering|mastering|presenting|meet|rethinking|getting started with|welcome to|all about|everything about|what is|what are|the (?:world|art|basics|power|magic|story) of)\s+/i;
const TRAILING_FORM = new RegExp(`(?:^|\\s+)(?:${FORMS})$`, 'i');
const LEADING_QUALITY = new RegExp(`^(?:${QUALITIES})\\s+`, 'i');
const TRAILING_QUALITY = new RegExp(`(?:^|\\s+)(?:${QUALITIES})$`, 'i');
const PERIOD =
  /(?:^|\s+(?:(?:for|in|of)\s+)?)(?:(?:fy|q[1-4]|h[12])\s*)?(?:(?:19|20)\d\d(?:\s*[-–/]\s*(?:20)?\d\d)?|q[1-4]|h[12]|fy\d+)(?:\s+q[1-4])?(?=$|\s)/i;

const PERSONS =
  /^(?:nurses?|beginners?|everyone|everybody|staff|employees?|kids|children|parents?|teams?|people|executives?|leaders?|leadership|management|newcomers?|starters?|hires?|seniors|youth|teens|teenagers|women|men|families|investors?|customers?|clients?|colleagues?|volunteers?|citizens?|public|board|dummies|pros|non-experts|freshmen|trainees|nerds)$/i;
const PERSON_ENDING =
  /(?:ists|ians|eers|achers|agers|opers|igners|orkers|udents|ysicians|ainees|ctors|tants|wners|yers|arners|farmers)$/i;

/** Words of a clause, which make a phrase unusable inside another sentence. */
const CLAUSE =
  /\b(?:is|are|was|were|be|am|has|have|had|do|does|did|don.t|can|can.t|could|will|won.t|would|should|must|may|might|we|you|i|they|he|she|it|me|us|let.s|why|how|what|when|where|who|which|that)\b/i;
const NOUN_LIKE = /(?:ing|tion|sion|ment|ness|ity|ship|ism|ance|ence|ics|ture|ology|ery|ure|age|al|ive|ous|able|ies)$/i;
const COMMON = new Set(
  'a an and as at by for from in into of on or our over the to up vs with machine deep climate change coffee tea market sales food health care work time team customer customers employee employees business product products service services school schools data energy water home garden city cities bank banks company shop store chain book books film music art arts sport sports history culture science world new old modern ancient remote public social digital electric electrical renewable solar wind green healthy sleep stress budget project projects risk risks supply black holes hole space human animal animals cats dogs birds bees forest forests ocean oceans river rivers global local small large big smart online mobile web cloud open source learning computer computers software hardware quantum artificial intelligence media brand brands price prices growth value values user users design test tests code safety security travel family family children child student students nurse nurses teacher teachers better good great best daily weekly office email mail chocolate bread wine cheese plants plant flowers trees life youth urban rural medical clinical vaccine vaccines blood heart brain mental physical diet diets fitness running yoga'.split(
    ' ',
  ),
);

interface EnglishTopic {
  topic?: string;
  audience?: string;
}

export function englishTopic(title: string): EnglishTopic {
  const parts = title.split(/\s*(?:[:|]|\s[-–—]\s)\s*/).filter(Boolean);
  const read = parts.map(readPart);
  const topic = read.find((part) => part.topic !== undefined)?.topic;
  const audience = read.find((part) => part.audience !== undefined)?.audience;
  return given({ topic, audience });
}

function readPart(part: string): EnglishTopic {
  let text = trimMarks(part.replace(PERIOD, ' '));
  const found: EnglishTopic = {};
  const purpose = /^(.*?)\s+for\s+((?:(?:the|our|your|all|new|non-)\s*)?[^,;]{2,40})$/i.exec(text);
  if (purpose && isPersons(purpose[2]!)) {
    found.audience = sentenceCase(purpose[2]!);
    text = purpose[1]!;
  }
  const toDo = /^(?:a (?:short |quick )?guide (?:to|on) )?how to\s+(.+)$/i.exec(text);
  if (toDo) text = gerund(toDo[1]!);
  const because = /^(?:why|how)\s+(?:(?:do|does)\s+)?(.+?)\s+(?:matters?|works?)$/i.exec(text);
  if (because) text = because[1]!;
  const topic = asPhrase(text);
  if (topic !== undefined) found.topic = topic;
  return found;
}

/** Removes the name of the deck's form ("Marketing plan for a bakery" is about marketing for a bakery). */
function asPhrase(text: string): string | undefined {
  let phrase = trimMarks(text.replace(LEADING_VERB, '').replace(LEADING_FORM, 'for '));
  const isRest = phrase.startsWith('for ');
  const place = / (?:for|of|in|at|on|about) /i.exec(phrase);
  if (isRest) {
    phrase = strip(definite(phrase.slice(4)));
  } else if (place) {
    const head = strip(phrase.slice(0, place.index));
    const tail = phrase.slice(place.index + place[0].length);
    phrase = head === '' ? definite(tail) : `${head}${place[0]}${tail}`;
  } else {
    phrase = strip(phrase);
  }
  phrase = sentenceCase(trimMarks(phrase));
  if (/^new\s/.test(phrase) && !/s$/i.test(phrase)) phrase = `the ${phrase}`;
  return fits(phrase) ? phrase : undefined;
}

function strip(phrase: string): string {
  let text = phrase.trim();
  for (;;) {
    const shorter = text.replace(TRAILING_FORM, '').replace(TRAILING_QUALITY, '').trim();
    if (shorter === text) break;
    text = shorter;
  }
  return /^(?:the|an?)\s/i.test(text) ? text : text.replace(LEADING_QUALITY, '');
}

const definite = (phrase: string): string => phrase.replace(/^(?:an?|our|my|your)\s+/i, 'the ');

/** Removes punctuation, quotes and emoji around the text. */
function trimMarks(text: string): string {
  return text.replace(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N})+#%])[^\p{L}\p{N})+#%]+$/gu, '').replace(/\s+/g, ' ');
}

function fits(phrase: string): boolean {
  const words = phrase.split(' ');
  return (
    phrase.length >= 2 &&
    phrase.length <= 60 &&
    words.length <= 9 &&
    /\p{L}{2}/u.test(phrase) &&
    !CLAUSE.test(phrase) &&
    !/[?!.;"“”<>{}[\]|\\/@*_`~=]|\p{Extended_Pictographic}|https?:/u.test(phrase) &&
    !new RegExp(`^(?:${FORMS}|${QUALITIES})$`, 'i').test(phrase)
  );
}

function isPersons(words: string): boolean {
  const last = words.trim().split(/\s+/).at(-1) ?? '';
  return PERSONS.test(last) || PERSON_ENDING.test(last);
}

/**
 * Lowercases words that are capitalized only because they are in a title. Names keep their capital: a word is
 * lowercased only if it is known or looks like a common noun, and a headline only if that holds for every word.
 */
function sentenceCase(phrase: string): string {
  const words = phrase.split(' ');
  const isTitled = (word: string) => /^\p{Lu}[\p{Ll}'’-]*$/u.test(word);
  const isCommon = (word: string) => COMMON.has(word.toLowerCase()) || NOUN_LIKE.test(word) || /^\p{Ll}/u.test(word);
  const titled = words.filter(isTitled);
  if (titled.length > 1) {
    return words.every((word) => !isTitled(word) || isCommon(word)) ? phrase.toLowerCase() : phrase;
  }
  const first = words[0] ?? '';
  return isTitled(first) && isCommon(first) ? `${first.toLowerCase()}${phrase.slice(first.length)}` : phrase;
}

function gerund(clause: string): string {
  const [verb = '', ...rest] = clause.split(' ');
  const small = verb.toLowerCase();
  const form = /(?:ee|ye|oe)$/.test(small)
    ? `${small}ing`
    : /ie$/.test(small)
      ? `${small.slice(0, -2)}ying`
      : /[^aeiou]e$|[aeiou][^aeiou]e$|ue$/.test(small)
        ? `${small.slice(0, -1)}ing`
        : /^[^aeiou]*[aeiou][^aeiouwxy]$/.test(small)
          ? `${small}${small.at(-1)}ing`
          : `${small}ing`;
  return [form, ...rest].join(' ');
}
