import type { Block, Chapter, Language, Page } from '../outline/outline';
import { cleanText, OUTLINE_LIMITS } from '../outline/outline-limits';
import { filled } from './slots';
import { sectionOf } from './texts';

const LONGEST_AUDIENCE = 80;
const LONGEST_LABEL = 32;
/** Of a sentence that is searched for a number or a date. */
const LONGEST_READ = 200;

interface Ask {
  who: string;
  /** Begins with a verb: “approve the budget”, “决定是否更换供应商”. */
  what: string;
}

/** The audience as it is within a sentence; undefined if no one named it. */
export function audienceOf(answer = ''): string | undefined {
  const words = cleanText(answer)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:for|给|写给)\s*/i, '');
  const short = Array.from(words).slice(0, LONGEST_AUDIENCE).join('').trim();
  if (short === '') return undefined;
  return /^\p{Lu}\p{Ll}/u.test(short) ? short.charAt(0).toLowerCase() + short.slice(1) : short;
}

const ASKED: readonly RegExp[] = [
  /^(?<who>[^,]+), (?:who (?:should|must|have to|has to) |(?:should|must|have to|has to) )?(?:to )?(?<what>(?:decide|approve|agree|choose|vote|sign|fund|release|support|accept|adopt|allow|give|buy|pay|join|back|lead|invest|book|pick|confirm|order|help|start|say|stop|sign|sponsor|lend|donate|commit) .+)$/i,
  /^(?<who>[^,]+), to (?<what>\p{Ll}.+)$/u,
  /^(?<who>[^,]+?),? (?:who )?(?:should|must|shall|have to|has to|needs? to) (?<what>\p{Ll}.+)$/u,
  /^(?<who>[^,]+?) to (?<what>(?:decide|approve|agree|choose|vote|fund|release|support|accept|adopt|allow|buy|pay|invest|confirm|order) .+)$/u,
  /^(?<who>[^,，；]+?)[,，；]\s*(?:请|希望|需要|要|让|由)?(?:他们|其|大家)?(?<what>(?:决定|批准|同意|选择|选定|通过|拨款|支持|投票|确定|审批|讨论|签署|购买|参加|投资|资助).*)$/u,
];

/** What an answer asks people to do. “The board, on the budget” asks to decide. */
export function askIn(answer: string | undefined): Ask | undefined {
  const audience = audienceOf(answer)?.replace(/[.。]$/, '');
  if (audience === undefined) return undefined;
  const found = ASKED.map((each) => each.exec(audience)?.groups).find((each) => each !== undefined);
  if (found) return { who: found.who!.trim(), what: found.what!.trim() };
  const on = /^([^,]+), ((?:on|about|whether|which|if|between) .+)$/.exec(audience);
  return on ? { who: on[1]!, what: `decide ${on[2]!.replace(/^about/, 'on')}` } : undefined;
}

const sentenceOf = ({ who, what }: Ask, language: Language): string =>
  language === 'zh' ? `请${who.replace(/看$/, '')}${what}` : `We ask ${who} to ${what}`;

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The last pages, for the people that a deck is for: what they are asked to decide, or what it means for them. */
export function audiencePages(answer: string | undefined, language: Language): Page[] {
  const audience = audienceOf(answer);
  if (audience === undefined) return [];
  const ask = askIn(answer);
  if (ask === undefined) return filled(sectionOf('audience', language), { audience })[0]!.pages;
  const [page] = filled(sectionOf('ask', language), { ask: sentenceOf(ask, language) })[0]!.pages;
  // The date of an answer is that of what follows from it, or the last one to decide.
  const date = dateIn(ask.what);
  const station =
    /\b(?:by|before|until)\s*$|^$/i.test(date?.before ?? '') || /^\s*(?:前|之前|以前)/.test(date?.after ?? '') ? 0 : 1;
  const blocks = page!.blocks.map((block, at) => (date && at === station ? onDate(block, date.text) : block));
  return [{ ...page!, blocks }];
}

/** Pages with the decision in place of the prompts for it, and without the page that the last one says better. */
export function withAsk(chapters: Chapter[], answer: string | undefined, language: Language): Chapter[] {
  const ask = askIn(answer);
  if (ask === undefined) return chapters;
  const said = sectionOf('answered', language)[0]!.pages[0]!;
  const prompts = new Set(said.blocks.map(titleOf));
  const title = Array.from(capitalised(ask.what)).slice(0, OUTLINE_LIMITS.heading).join('');
  const answered = (block: Block): Block =>
    block.kind === 'point' && prompts.has(block.title) ? { ...block, title } : block;
  return chapters.map((chapter) => ({
    ...chapter,
    pages: chapter.pages
      .filter((page) => page.title !== said.title)
      .map((page) => ({ ...page, blocks: page.blocks.map(answered) })),
  }));
}

const titleOf = (block: Block): string => (block.kind === 'point' ? block.title : '');

const onDate = (block: Block, date: string): Block =>
  block.kind === 'point' ? { ...block, title: block.title.replace(/^\[[^\]]*\]/, () => date) } : block;

/** A chapter whose slides say what should be remembered. */
export function messages(remember: readonly string[] | undefined, language: Language): Chapter[] {
  const said = (remember ?? [])
    .map((each) => cleanText(each).replace(/\s+/g, ' ').trim())
    .filter((each) => each !== '');
  if (said.length === 0) return [];
  const [chapter] = sectionOf('remember', language);
  const pages = said
    .slice(0, chapter!.pages.length)
    .map(
      (each, at) =>
        figurePage(each, language, (text) => TELLS.test(text)) ??
        datePage(each, language) ??
        figurePage(each, language, isCount) ?? { ...chapter!.pages[at]!, title: each },
    );
  return [{ ...chapter!, pages: pages.map((page) => ({ ...page, title: page.title.replace(/[.。]$/, '') })) }];
}

/** A number with a sign, a unit or thousands. */
const FIGURE =
  /(?<![\p{Script=Latin}\d.,:/–-])[+−~≈]?(?:[¥￥$€£]\s?\d+(?:[.,]\d+)*(?:\s?(?:thousand|million|billion|[kmb])(?!\p{L}))?|\d+(?:[.,]\d+)*\s?(?:%|％|‰|percent(?!\p{L})|thousand(?!\p{L})|million(?!\p{L})|billion(?!\p{L})|Millionen(?!\p{L})|万亿|亿|万|倍)?(?:元|円|(?:€|\s?(?:euros?|dollars?|pounds?|Euro)(?!\p{L})))?)(?!\d|[.,:/–-]\d)/gu;
const TELLS = /[¥￥$€£%％‰]|\d[.,]\d{3}(?!\d)|[万亿倍元円]|percent|thousand|[mb]illion|Millionen|euro|dollar|pound/i;
/** How many of something: a number at the start, or one of at least three digits that is not a year. */
const isCount = (text: string, at: number): boolean =>
  /^\d+(?:[.,]\d+)*$/.test(text) && ((at === 0 && text.length > 1) || text.length > 2) && !/^(?:19|20)\d\d$/.test(text);
const COUNTED = /^\s+((?!new |old |more |other |of )\p{Ll}{4,})/u;
const CHANGED = /^\s*(?:to|auf|a|à|至|到)(?![\p{Script=Latin}])/iu;

/** A slide with the number of a sentence in large type. Of a change, the new value is the one to show. */
function figurePage(message: string, language: Language, isTelling: (text: string, at: number) => boolean) {
  if (message.length > LONGEST_READ) return undefined;
  const found = [...message.matchAll(FIGURE)]
    .filter(({ 0: text, index }) => isTelling(text.trim(), index))
    .map((match) => ({
      value: match[0].trim().replace(/\s+/g, '\u00a0'),
      after: message.slice(match.index + match[0].trimEnd().length),
    }));
  const first = found.find(({ after }) => !CHANGED.test(after)) ?? found[0];
  if (first === undefined) return undefined;
  const { value, after } = first;
  const words = /^\s+(\p{L}[\p{L}\d\s'’-]*)(?=[,.;:!?)]|$)/u.exec(after)?.[1]?.trim() ?? '';
  const whole = words.length <= LONGEST_LABEL ? words : '';
  const label = isCount(value, 0) ? (COUNTED.exec(after)?.[1] ?? '') : whole;
  const figure = label === '' ? value : `${value} ${label}`;
  return withPoint('figure', 0, { title: message, point: figure }, language);
}

const MONTH =
  '(?:jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)\\.?';
const DATE = new RegExp(
  `(?<![\\p{L}\\d])(?:\\d{1,2}\\.? ${MONTH}(?: (?:19|20)\\d\\d)?|${MONTH} \\d{1,2}(?:, (?:19|20)\\d\\d)?(?!\\d)|${MONTH} (?:19|20)\\d\\d)(?![\\p{L}\\d])|(?:(?:19|20)\\d\\d年)?\\d{1,2}月\\d{1,2}日`,
  'iu',
);

function dateIn(text: string): { text: string; before: string; after: string } | undefined {
  const match = DATE.exec(text);
  return match
    ? { text: match[0], before: text.slice(0, match.index), after: text.slice(match.index + match[0].length) }
    : undefined;
}

/** A slide with a time line around the date of a sentence. */
function datePage(message: string, language: Language): Page | undefined {
  const date = message.length > LONGEST_READ ? undefined : dateIn(message);
  if (date === undefined) return undefined;
  const before = date.before.replace(/(?:,|\b(?:on|from|since|am|ab|vom|on the|starting))?\s*$/i, '');
  // “Before 1 April” is another day.
  if (
    /\b(?:before|after|until|by|between|bis|vor|nach)\s*$/i.test(before) ||
    /^\s*(?:之?前|之?后|以前|以后)/.test(date.after)
  )
    return undefined;
  const rest = date.after.replace(/^[,，]\s*/, '').trim();
  const event = [before.trim(), rest]
    .filter(Boolean)
    .join(/\p{Script=Han}$/u.test(before) ? '' : ' ')
    .replace(/[.。]$/, '');
  if (event === '') return undefined;
  return withPoint('date', 1, { title: message, point: `${date.text} ${capitalised(event)}` }, language);
}

function withPoint(
  section: 'figure' | 'date',
  place: number,
  { title, point }: { title: string; point: string },
  language: Language,
): Page {
  const page = sectionOf(section, language)[0]!.pages[0]!;
  const blocks = page.blocks.map((block, at) =>
    at === place && block.kind === 'point' ? { ...block, title: point } : block,
  );
  return { ...page, title, blocks };
}

/** For whom a deck is, on its cover; undefined where “for” would be a word of another language. */
export function bylineOf(answer: string | undefined, language: Language): string | undefined {
  const audience = audienceOf(answer);
  const who = askIn(answer)?.who ?? audience;
  if (audience === undefined || who === undefined) return undefined;
  if (language === 'zh') return `给${who.replace(/看$/, '')}`;
  if (/^(?:für|para|pour|per|voor|dla) /i.test(audience)) return capitalised(audience);
  return FOREIGN.test(audience) ? undefined : `For ${who}`;
}

const FOREIGN =
  /[^\x20-\x7e‘’“”–—£€]|^(?:der|die|das|den|dem|ein|eine|unser|unsere|el|la|los|las|un|una|le|les|une|notre|nos|il|lo|gli|i|o|os|as|um|uma|de|het|onze)\s|\s(?:der|des|und|del|y|du|et|di|e|van|en)\s/i;
