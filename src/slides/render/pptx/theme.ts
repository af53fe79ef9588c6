/** Themes of slides and notes: the template's colors and fonts in the standard slots. */
import type { DeckStyle } from '../deck/deck';
import { schemeOf, type ThemeSlot } from './scheme';
import { otherFonts } from './script-fonts';
import { typefaces } from './styles';
import { declaration, escapeXml } from './xml';

const hex = (colour: string): string => colour.slice(1).toUpperCase();

const formats =
  '<a:fmtScheme name="Plain">' +
  `<a:fillStyleLst>${'<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'.repeat(3)}</a:fillStyleLst>` +
  `<a:lnStyleLst>${'<a:ln w="9525"><a:solidFill><a:schemeClr val="phClr"/></a:solidFill></a:ln>'.repeat(3)}</a:lnStyleLst>` +
  `<a:effectStyleLst>${'<a:effectStyle><a:effectLst/></a:effectStyle>'.repeat(3)}</a:effectStyleLst>` +
  `<a:bgFillStyleLst>${'<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'.repeat(3)}</a:bgFillStyleLst>` +
  '</a:fmtScheme>';

const order: readonly ThemeSlot[] = [
  ...(['dk1', 'lt1', 'dk2', 'lt2'] as const),
  ...(['accent1', 'accent2', 'accent3', 'accent4', 'accent5', 'accent6'] as const),
  ...(['hlink', 'folHlink'] as const),
];

/** @param tag language of the deck's text. */
export function themeXml(style: DeckStyle, tag: string): string {
  const { fonts } = style;
  const { slots } = schemeOf(style);
  const colours = order.map((name) => `<a:${name}><a:srgbClr val="${hex(slots[name])}"/></a:${name}>`).join('');
  const font = (name: string, typeface: string): string =>
    `<a:${name}><a:latin typeface="${typeface}"/>${otherFonts(tag)}</a:${name}>`;
  return (
    `${declaration}<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="${escapeXml(style.name)}">` +
    `<a:themeElements><a:clrScheme name="${escapeXml(style.name)}">${colours}</a:clrScheme>` +
    `<a:fontScheme name="${escapeXml(style.name)}">${font('majorFont', typefaces[fonts.heading])}` +
    `${font('minorFont', typefaces[fonts.body])}</a:fontScheme>${formats}</a:themeElements></a:theme>`
  );
}

export function colourMap(dark: boolean): string {
  const [bg, tx] = dark ? ['dk', 'lt'] : ['lt', 'dk'];
  const accents = [1, 2, 3, 4, 5, 6].map((index) => `accent${index}="accent${index}"`).join(' ');
  return `<p:clrMap bg1="${bg}1" tx1="${tx}1" bg2="${bg}2" tx2="${tx}2" ${accents} hlink="hlink" folHlink="folHlink"/>`;
}
