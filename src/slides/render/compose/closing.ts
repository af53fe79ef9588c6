/** What the last slide says, taken from the text: its request, its decisions, its next steps, its conclusion or its messages. */
import type { Language } from '../../../outline/outline';
import { isGap, promptIn } from '../../../outline/prompts';
import { sentences } from '../text/line-breaks';
import type { ChapterContent } from './content';
import { fixedWords } from './fixed-words';
import type { PageInput } from './page';
import { type Item, subLevel } from './sheet';

/** One sentence, or points below a title. */
export type Closing = { sentence: string } | { title: string; items: Item[] };

const ASKS =
  /^(?:we|i) (?:therefore )?(?:ask|request|seek)\b|\b(?:is|are) asked to (?:approve|decide|adopt|agree|fund|vote)\b|^please (?:approve|decide)\b|^der (?:rat|vorstand|ausschuss) möge\b|^wir (?:bitten|beantragen)\b|^nous demandons\b|^(?:solicitamos|pedimos)\b|^(?:请|提请|恳请)\S{0,12}(?:批准|审批|审议|决定)|^同意采用/iu;
const DECISION = /^(?:decisions?|beschluss|beschlüsse|décisions?|decisi(?:ón|ones)|decis(?:ão|ões)|决定|决议|決定)$/iu;
/** In the order in which they close a deck. */
const NAMES = [
  /^(?:the |our )?(?:asks?|decisions?(?: (?:asked|requested|needed|required))?|requests?|recommendations?|what we (?:ask|need|propose|recommend))$|^(?:需要批准的事项|请示事项|建议|决策事项|提案)$|^(?:beschlussvorschlag|empfehlung(?:en)?|was wir vorschlagen|recommandations?|propositions?|recomendaci(?:ón|ones)|propuestas?|recomenda(?:ção|ções)|propostas?)$/iu,
  /^(?:next steps|action items|actions|to-?dos?|follow-?ups?|what happens next)$|^(?:下一步(?:计划|工作)?|后续(?:计划|工作)?|行动(?:计划|项))$|^(?:nächste schritte|maßnahmen|prochaines étapes|calendrier|próximos pasos|próximos passos|今後の予定|الخطوات التالية)$/iu,
  /^(?:key (?:points|takeaways|messages|findings)|take-?aways?|remember|lessons(?: learned)?|conclusions?|in short|(?:executive )?summary|tl;?dr)$|^(?:总结|结论|小结|要点|摘要|まとめ|概要)$|^(?:fazit|zusammenfassung|das wichtigste(?: in kürze)?|in kürze|conclusion|résumé|synthèse|à retenir|conclusión|conclusiones|resumen|conclusão|resumo|الملخص)$/iu,
] as const;
/** It announces what is below it. */
const COLON = /[:：]$/u;
const LONGEST = { en: 150, zh: 64 } as const;
/** Of a sentence that has the slide to itself. */
const LONGEST_ALONE = { en: 130, zh: 56 } as const;
const [FEWEST, MOST] = [2, 4];
/** Of messages and sentences. */
const THREE = 3;
/** A question, a label, titles that share a page, or a caption. */
const NO_MESSAGE = /[?？:：）)]$|[·•|]|^(?:table|figure|tabelle|abbildung|tableau|tabla|figura|表|图|圖)\s*\d/iu;
/** A title with as many words or hanzi is a message rather than a label. */
const LEAST_WORDS = { en: 5, zh: 9 } as const;

interface Told {
  page: PageInput;
  names: readonly string[];
}

/** Undefined if the text has none of them, or only on its last page, which closes the deck already. */
export function closingOf(chapters: readonly ChapterContent[], language: Language, tag: string): Closing | undefined {
  const all = chapters.flatMap(({ title, pages, pageTitles }): Told[] =>
    pages.map((page, at) => ({
      page,
      names: [pageTitles[at] ?? page.title, page.title, ...(pages.length === 1 ? [title] : [])],
    })),
  );
  const told = all.slice(0, -1).filter(({ page }) => !asksForFacts(page));
  const asked = told
    .flatMap(({ page }) => textsOf(page, language))
    .find((text) => ASKS.test(text) && !COLON.test(text));
  if (asked !== undefined && asked.length <= LONGEST_ALONE[language]) return { sentence: asked };
  return decisionsIn(told, language) ?? named(told, language) ?? messages(all, language, tag);
}

const asksForFacts = ({ items, tables }: PageInput): boolean =>
  items.some(({ heading, text }) => [heading, ...text].some((each) => promptIn(each) !== undefined || isGap(each))) ||
  tables.some(({ rows }) => rows.some((row) => row.slice(1).every((cell) => cell === '' || cell === '?')));

const textsOf = ({ items }: PageInput, language: Language): string[] =>
  items.flatMap(({ heading, text }) => [heading, ...text].flatMap((each) => sentences(each, language)));

/** What was decided at each place of minutes. */
function decisionsIn(told: readonly Told[], language: Language): Closing | undefined {
  const found = told.flatMap(({ page }) =>
    page.items.filter(({ heading, text }) => DECISION.test(heading) && text.length === 1),
  );
  if (found.length < FEWEST) return undefined;
  return listed(
    found[0]!.heading,
    found.map(({ text }) => text[0]!),
    language,
  );
}

function named(told: readonly Told[], language: Language): Closing | undefined {
  for (const name of NAMES) {
    for (const { page, names } of told) {
      const title = names.find((each) => name.test(each));
      if (title === undefined || page.tables.length > 0 || page.code || page.images) continue;
      const closing = listed(
        title,
        pointsOf(page, language),
        language,
        page.items.some(({ number }) => number !== undefined),
      );
      if (closing) return closing;
    }
  }
  return undefined;
}

/** A list as its points; a text as its first sentences. */
function pointsOf({ items }: PageInput, language: Language): string[] {
  const [only] = items;
  if (items.length === 1 && only?.heading === '')
    return only.text.flatMap((each) => sentences(each, language)).slice(0, THREE);
  const points = items.filter(({ heading, text }) => !COLON.test(text.at(-1) ?? heading));
  return points.map(({ heading, text }) => {
    const [first = ''] = text;
    if (heading === '') return sentences(first, language)[0] ?? '';
    const whole = `${heading}${language === 'zh' ? '：' : ': '}${first.replace(subLevel, '')}`;
    return text.length === 1 && whole.length <= LONGEST[language] ? whole : heading;
  });
}

function listed(title: string, points: readonly string[], language: Language, isCounted = false): Closing | undefined {
  if (points.some((each) => each === '' || each.length > LONGEST[language] || COLON.test(each))) return undefined;
  if (points.length === 1 && points[0]!.length <= LONGEST_ALONE[language]) return { sentence: points[0]! };
  if (points.length < FEWEST || points.length > MOST) return undefined;
  const items = points.map((heading, at): Item => ({ heading, text: [], ...(isCounted ? { number: at + 1 } : {}) }));
  return { title, items };
}

/** Three titles of a deck whose titles are messages, those with numbers first. */
function messages(all: readonly Told[], language: Language, tag: string): Closing | undefined {
  const isMessage = (title: string): boolean => {
    const words = language === 'zh' ? [...title].length : title.split(' ').length;
    return words >= LEAST_WORDS[language] && title.length <= LONGEST[language] && !NO_MESSAGE.test(title);
  };
  const titles = [...new Set(all.map(({ page }) => page.title))];
  const prompts = new Set(all.filter(({ page }) => asksForFacts(page)).map(({ page }) => page.title));
  const said = titles.filter((each) => isMessage(each) && !prompts.has(each));
  if (said.length < THREE || said.length * 2 < titles.length) return undefined;
  const chosen = new Set([...said.filter((each) => /\d/.test(each)), ...said].slice(0, THREE));
  return {
    title: fixedWords(language, tag).closing,
    items: said.filter((each) => chosen.has(each)).map((heading) => ({ heading, text: [] })),
  };
}
