/** Inline marks of people's Markdown that outlines do not have: HTML, badges, references, emoji, entities, footnotes. */

const LINKED_IMAGE =
  /\[!\[[^[\]]{0,200}\](?:\([^()]{0,500}\)|\[[^[\]]{0,200}\])\](?:\([^()]{0,500}\)|\[[^[\]]{0,200}\])/g;
const BADGE = /!\[[^[\]]{0,200}\]\([^()\s]{0,300}(?:shields\.io|badge|coveralls|codecov|travis-ci)[^()]{0,300}\)/g;
const REFERENCE = /(?<!!)\[([^[\]]{1,300})\](?:\[([^[\]]{0,200})\])?(?![(:\]])/g;
/** Code in a link by reference. */
const CODE_REFERENCE = /(?<!!)\[(`[^`[\]]{1,100}`)\]\[([^[\]]{1,200})\]/g;
const AUTOLINK = /<((?:https?:\/\/|mailto:)[^\s<>()[\]]{1,500}|[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,190})>/g;
const TAGS =
  /<\/?(?:a|b|center|code|del|em|font|i|img|ins|kbd|mark|p|samp|small|span|strong|sub|sup|u|var)\b[^<>]{0,1000}>/gi;
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}\d{0,2}));/gi;
const EMOJI = '(?:\\p{Emoji_Presentation}|\\p{Extended_Pictographic}\\ufe0f)[\\ufe0f\\u200d\\p{Emoji_Modifier}]*';
/** Before or after the words of a line, between a name and what it says, or in a word. */
const DECORATION = new RegExp(
  `(?<=^\\s{0,20}(?:(?:[-*+]|\\d{1,3}[.)]|#{1,6}|>)\\s{1,4})?(?:\\[[ xX]\\]\\s{1,4})?(?:\\*\\*)?)(?:${EMOJI}\\s*){1,5}(?=\\S)|(?<=\\S)(?:\\s+${EMOJI}){1,5}\\s*$|(?<=\\*\\*)(?:\\s?${EMOJI}){1,3}(?=\\s?[-–—:：])|(?<=\\p{L})${EMOJI}(?=\\s)`,
  'gu',
);
const EMOJI_CODE = /(?<=^|[\s|])(?::([a-z][a-z\d_+-]{0,30}):)(?=[\s|.,;!?*¹²³⁴-⁹]|$)/g;
/** What the software of a wiki adds. */
const WIKI =
  /\s?\[\[?(?:edit|edit source|编辑|bearbeiten|modifier)\](?:\([^()\s]{0,500}\)\])?|\[\*?(?:citation needed|来源请求)\*?\]|(?<=^\s{0,8}\d{1,3}\.\s)\^\s/gi;
const WIKI_NOTE = /(?<=[.,;:)。，])(?:\[\d{1,3}\]){1,6}(?![([\]:])/gu;
const YES = /[✅✔☑]\ufe0f?/gu;
const NO = /[❌❎✖]\ufe0f?/gu;
const MARKS: Readonly<Record<string, string>> = {
  white_check_mark: '✓',
  heavy_check_mark: '✓',
  ballot_box_with_check: '✓',
  x: '×',
  negative_squared_cross_mark: '×',
};
const NAMED = new Map(
  'amp& lt< gt> quot" apos\' nbsp\u00a0 copy© reg® trade™ mdash— ndash– hellip… laquo« raquo» lsquo‘ rsquo’ ldquo“ rdquo” bull• middot· times× divide÷ plusmn± minus− deg° micro\u00b5 para¶ sect§ euro€ pound£ yen¥ cent¢ frac12½ frac14¼ frac34¾ sup2² sup3³ larr← rarr→ uarr↑ darr↓ harr↔ rArr⇒ le≤ ge≥ ne≠ asymp≈ infin∞ check✓ szligß auml\u00e4 ouml\u00f6 uuml\u00fc Auml\u00c4 Ouml\u00d6 Uuml\u00dc aacute\u00e1 agrave\u00e0 acirc\u00e2 aring\u00e5 eacute\u00e9 egrave\u00e8 ecirc\u00ea iacute\u00ed oacute\u00f3 oslash\u00f8 uacute\u00fa ntilde\u00f1 ccedil\u00e7'
    .split(' ')
    .map((pair) => [pair.slice(0, -1), pair.slice(-1)] as const),
);
const SPACES = new Set(['ensp', 'emsp', 'thinsp']);

/** What the marks of a line refer to. */
export interface References {
  /** Addresses by label. */
  targets: ReadonlyMap<string, string>;
  /** Raised numbers of footnotes by label. */
  footnotes: ReadonlyMap<string, string>;
}

/** The parts of a line outside code. */
export function tidyInline(line: string, { targets, footnotes }: References): string {
  if (!/[<[:&=^~\\]|[^\u0000-\u00ff]/.test(line)) return line;
  const parts = line
    .replace(YES, '✓')
    .replace(NO, '×')
    .replace(DECORATION, '')
    .replace(CODE_REFERENCE, (whole, text: string, label: string) => {
      const target = targets.get(label.toLowerCase());
      return target === undefined ? whole : `[${text}](${target})`;
    })
    .split(/(`[^`]*`)/);
  const tidy = parts.map((part, at) => {
    if (at % 2 === 1) return part;
    const plain = part
      .replace(LINKED_IMAGE, '')
      .replace(BADGE, '')
      .replace(AUTOLINK, (_, address: string) => {
        const target = /^(?:https?|mailto):/.test(address) ? address : `mailto:${address}`;
        return `[${address.replace('mailto:', '')}](${target})`;
      })
      .replace(/<br\s*\/?>/gi, ' ')
      .replace(TAGS, '')
      .replace(/\s:[a-z][a-z\d_+-]{2,30}:(?=[.,;!?](?:\s|$))/g, '')
      .replace(WIKI, '')
      .replace(WIKI_NOTE, (notes) => raised(notes.slice(1, -1).replaceAll('][', ' ')))
      .replace(EMOJI_CODE, (_, name: string) => MARKS[name] ?? (name.length === 2 ? name.toUpperCase() : ''))
      .replace(ENTITY, entity)
      .replace(/(?<![\w=])==(?=\S)([^=]{1,200})(?<=\S)==(?![\w=])/g, '$1')
      .replace(/(?<=\w)\^(\d{1,3})\^/g, (_, digits: string) => raised(digits))
      .replace(/(?<=[A-Za-z])~(\d{1,3})~(?!~)/g, (_, digits: string) => lowered(digits));
    return plain.replace(REFERENCE, (whole, text: string, label = text) => {
      const footnote = text.startsWith('^') ? footnotes.get(text.slice(1).toLowerCase()) : undefined;
      if (footnote !== undefined) return footnote;
      const target = targets.get((label === '' ? text : label).toLowerCase());
      return target === undefined ? whole : `[${text}](${target})`;
    });
  });
  const result = tidy.join('').replace(/(?<=^|[^\\](?:\\\\){0,20})\\$/, '');
  return result === line ? line : result.replace(/(?<=\S) {2,}(?=\S)/g, ' ').trimEnd();
}

function entity(whole: string, decimal?: string, hex?: string, name?: string): string {
  const code = decimal === undefined ? (hex === undefined ? undefined : Number.parseInt(hex, 16)) : Number(decimal);
  const isValid = code !== undefined && code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  const character = isValid
    ? String.fromCodePoint(code)
    : name !== undefined && SPACES.has(name)
      ? ' '
      : NAMED.get(name ?? '');
  if (character === undefined) return whole;
  return /[!-/:-@[-`{-~]/.test(character) ? `\\${character}` : character;
}

export const raised = (digits: string): string => digits.replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]!);
const lowered = (digits: string): string => digits.replace(/\d/g, (digit) => '₀₁₂₃₄₅₆₇₈₉'[Number(digit)]!);
