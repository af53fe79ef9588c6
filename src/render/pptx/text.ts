/** Paragraphs of a text box, with one run per script, so that spell checking and fonts match the language. */
import type { Language } from '../../outline/outline';
import type { FontRole, Fonts, Paragraph, TextBox } from '../deck/deck';
import { stretches } from '../text/scripts';
import type { Scheme } from './scheme';
import { emu, escapeXml } from './xml';

/** Common fonts with the same widths as ours. */
export const typefaces = { arimo: 'Arial', gelasio: 'Georgia', carlito: 'Calibri' } as const;
export const chineseTypeface = 'Microsoft YaHei';

export interface TextContext {
  language: Language;
  fonts: Fonts;
  scheme: Scheme;
}

function latin(role: FontRole, fonts: Fonts): string {
  if (role === 'heading') return '+mj-lt';
  if (role === 'body' || fonts.figure === fonts.body) return '+mn-lt';
  return typefaces[fonts.figure];
}

function properties(tag: string, paragraph: Paragraph, wide: boolean, context: TextContext): string {
  const [language, other] = wide ? ['zh-CN', 'en-US'] : ['en-US', 'zh-CN'];
  const asian = paragraph.font === 'heading' ? '+mj-ea' : '+mn-ea';
  return (
    `<a:${tag} lang="${language}" altLang="${other}" sz="${Math.round(paragraph.size * 100)}" b="${paragraph.bold ? 1 : 0}" dirty="0">` +
    `<a:solidFill>${context.scheme.colour(paragraph.tone, 'text')}</a:solidFill>` +
    `<a:latin typeface="${latin(paragraph.font, context.fonts)}"/><a:ea typeface="${asian}"/></a:${tag}>`
  );
}

const aligns = { left: 'l', center: 'ctr', right: 'r' } as const;

function paragraphProperties(paragraph: Paragraph, { scheme }: TextContext): string {
  const indent = paragraph.bullet ? emu(paragraph.bullet.indent) : 0;
  const { level = 0 } = paragraph;
  return (
    `<a:pPr marL="${indent * (1 + level)}"${level > 0 ? ` lvl="${level}"` : ''} indent="${-indent}" algn="${aligns[paragraph.align]}" hangingPunct="0">` +
    `<a:lnSpc><a:spcPts val="${Math.round(paragraph.lineHeight * 100)}"/></a:lnSpc>` +
    `<a:spcBef><a:spcPts val="${Math.round(paragraph.before * 100)}"/></a:spcBef>` +
    '<a:spcAft><a:spcPts val="0"/></a:spcAft>' +
    (paragraph.bullet
      ? `<a:buClr>${scheme.colour(paragraph.bullet.tone, 'text')}</a:buClr><a:buFont typeface="Arial"/><a:buChar char="•"/>`
      : '<a:buNone/>') +
    '</a:pPr>'
  );
}

function runs(paragraph: Paragraph, context: TextContext): string {
  const lines = paragraph.text.split('\n').map((line) =>
    stretches(line)
      .map(({ text, wide }) => `<a:r>${properties('rPr', paragraph, wide, context)}<a:t>${escapeXml(text)}</a:t></a:r>`)
      .join(''),
  );
  return lines.join(`<a:br>${properties('rPr', paragraph, context.language === 'zh', context)}</a:br>`);
}

export function paragraphXml(paragraph: Paragraph, context: TextContext): string {
  const end = properties('endParaRPr', paragraph, context.language === 'zh', context);
  return `<a:p>${paragraphProperties(paragraph, context)}${runs(paragraph, context)}${end}</a:p>`;
}

/** The slide number as a field, which updates when slides are moved. */
function fieldXml(paragraph: Paragraph, context: TextContext): string {
  const run = properties('rPr', paragraph, false, context);
  return (
    `<a:p>${paragraphProperties(paragraph, context)}<a:fld id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="slidenum">` +
    `${run}<a:t>${escapeXml(paragraph.text)}</a:t></a:fld></a:p>`
  );
}

const anchors = { top: 't', middle: 'ctr', bottom: 'b' } as const;

export function bodyProperties(text: TextBox): string {
  return (
    `<a:bodyPr wrap="square" lIns="0" tIns="0" rIns="0" bIns="0" rtlCol="0" anchor="${anchors[text.anchor]}">` +
    '<a:noAutofit/></a:bodyPr>'
  );
}

export function bodyXml(text: TextBox, context: TextContext, tag = 'p:txBody'): string {
  const write = text.part === 'page-number' ? fieldXml : paragraphXml;
  const paragraphs = text.paragraphs.map((paragraph) => write(paragraph, context)).join('');
  return `<${tag}>${bodyProperties(text)}<a:lstStyle/>${paragraphs}</${tag}>`;
}
