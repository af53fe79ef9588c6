/** Styles of the levels of a text: what its paragraphs have in common is written once, and not in every run. */
import { isRightToLeft, startsRightToLeft } from '../../../outline/languages';
import type { FontRole, Fonts, Paragraph } from '../deck/deck';
import { hasWide } from '../text/characters';
import { familyOf } from '../text/faces';
import type { Colors } from './scheme';
import { isTall } from './script-fonts';
import { emu } from './xml';

export interface TextContext {
  /** Language of the deck's text. */
  tag: string;
  fonts: Fonts;
  scheme: Colors;
  /** Id of the table style (default: that of our own templates). */
  tableStyle?: string;
  /** Relationship id of each address that the slide links to. */
  targets?: ReadonlyMap<string, string>;
}

/** In a deck of such a language, all prose is set from right to left; elsewhere, text that starts with such a letter. */
export const rightToLeft = (text: string, { tag }: Pick<TextContext, 'tag'>): boolean =>
  isRightToLeft(tag) || startsRightToLeft(text);

/** Common fonts with the same widths as ours. */
export const typefaces = { arimo: 'Arial', gelasio: 'Georgia', carlito: 'Calibri', cousine: 'Courier New' } as const;

/** Height of a single line as a multiple of the size, as the fonts define it. */
const naturalHeights = {
  arimo: 1.15,
  gelasio: 1.136,
  carlito: 1.22,
  cousine: 1.133,
  chinese: 1.34,
  tall: 1.33,
} as const;

/** The parts of a level's style, each as XML; equal ones need not be repeated. */
export interface LevelStyle {
  marL: string;
  indent: string;
  algn: string;
  rtl: string;
  spacing: string;
  bullet: string;
  sz: string;
  b: string;
  fill: string;
  latin: string;
  asian: string;
}

function latin(role: FontRole, fonts: Fonts): string {
  if (role === 'code') return typefaces.cousine;
  if (role === 'heading') return '+mj-lt';
  if (role === 'body' || fonts.figure === fonts.body) return '+mn-lt';
  return typefaces[fonts.figure];
}

const aligns = { left: 'l', center: 'ctr', right: 'r' } as const;

/** In percent, so that larger text gets larger distances. */
function spacing(paragraph: Paragraph, fonts: Fonts): string {
  const { text, font } = paragraph;
  const natural = naturalHeights[hasWide(text) ? 'chinese' : isTall(text) ? 'tall' : familyOf(font, fonts)];
  const share = paragraph.lineHeight / paragraph.size / natural;
  return `<a:lnSpc><a:spcPct val="${Math.round(share * 100) * 1000}"/></a:lnSpc>`;
}

export function levelStyle(paragraph: Paragraph, { fonts, scheme, tag }: TextContext): LevelStyle {
  const { bullet, level = 0 } = paragraph;
  const indent = bullet ? emu(bullet.indent) : 0;
  return {
    marL: ` marL="${indent * (1 + level)}"`,
    indent: ` indent="${-indent}"`,
    algn: ` algn="${aligns[paragraph.align]}"`,
    // Text that people add later runs like the rest.
    rtl: isRightToLeft(tag) ? ` rtl="${paragraph.fromRight ? 1 : 0}"` : '',
    spacing: spacing(paragraph, fonts),
    bullet: bullet
      ? `<a:buClr>${scheme.colour(bullet.tone, 'text')}</a:buClr><a:buFont typeface="Arial"/><a:buChar char="•"/>`
      : '<a:buNone/>',
    sz: ` sz="${Math.round(paragraph.size * 100)}"`,
    b: ` b="${paragraph.bold ? 1 : 0}"`,
    fill: `<a:solidFill>${scheme.colour(paragraph.tone, 'text')}</a:solidFill>`,
    latin: `<a:latin typeface="${latin(paragraph.font, fonts)}"/>`,
    asian: `<a:ea typeface="${paragraph.font === 'heading' ? '+mj-ea' : '+mn-ea'}"/><a:cs typeface="${paragraph.font === 'heading' ? '+mj-cs' : '+mn-cs'}"/>`,
  };
}

export const sameStyle = (a: LevelStyle, b: LevelStyle): boolean =>
  (Object.keys(a) as (keyof LevelStyle)[]).every((key) => a[key] === b[key]);

/**
 * A level of a list style; '' if it only repeats what it inherits.
 * @param inherited the style of the same level where the text is inherited from.
 */
export function levelXml(level: number, style: LevelStyle, inherited?: LevelStyle): string {
  const own = (key: keyof LevelStyle): string => (inherited && inherited[key] === style[key] ? '' : style[key]);
  const attributes = own('marL') + own('indent') + own('algn') + own('rtl') + (inherited ? '' : ' hangingPunct="0"');
  const run = own('sz') + own('b');
  const inner = own('fill') + own('latin') + own('asian');
  const defaults = run || inner ? `<a:defRPr${run}>${inner}</a:defRPr>` : '';
  const content = own('spacing') + own('bullet') + defaults;
  return attributes || content ? `<a:lvl${level + 1}pPr${attributes}>${content}</a:lvl${level + 1}pPr>` : '';
}
