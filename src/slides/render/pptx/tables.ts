/** Tables and the table style of a deck, which gives rows that are added later the same look. */
import { isRightToLeft } from '../../../outline/languages';
import type { DeckStyle, TableShape, Tone } from '../deck/deck';
import type { Colors } from './scheme';
import type { TextContext } from './styles';
import { cellXml } from './text';
import { declaration, emu, escapeXml, fillXml, strokeXml } from './xml';

const id = '{8A6B5C30-4C1F-4B52-9D0E-2F6E9B7A1C01}';

/** The style is also the default one, so tables that a user inserts have it. */
export function tableStylesXml({ tables }: DeckStyle, scheme: Colors): string {
  const text = (tone: Tone, bold: boolean): string =>
    `<a:tcTxStyle${bold ? ' b="on"' : ''}><a:fontRef idx="minor"><a:srgbClr val="000000"/></a:fontRef>` +
    `${scheme.colour(tone, 'text')}</a:tcTxStyle>`;
  const rule = (side: string, stroke: { tone: Tone; width: number } | undefined): string =>
    `<a:${side}>${strokeXml(stroke, scheme)}</a:${side}>`;
  const cell = (borders: string, fill: Tone | undefined): string =>
    `<a:tcStyle><a:tcBdr>${borders}</a:tcBdr>${fill ? `<a:fill>${fillXml(fill, scheme)}</a:fill>` : ''}</a:tcStyle>`;
  const filled = tables.kind === 'filled';
  const line = filled ? undefined : { tone: { role: tables.line }, width: 0.75 };
  const strong = { tone: { role: 'ink' as const }, width: 1.5 };
  const sides =
    rule('left', undefined) +
    rule('right', undefined) +
    rule('top', undefined) +
    rule('bottom', line) +
    rule('insideH', line) +
    rule('insideV', undefined);
  const name = { role: tables.first };
  const band = filled ? cell('', { role: 'pale' }) : '<a:tcStyle><a:tcBdr/></a:tcStyle>';
  return (
    `${declaration}<a:tblStyleLst xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" def="${id}">` +
    `<a:tblStyle styleId="${id}" styleName="Deck">` +
    `<a:wholeTbl>${text({ role: tables.rest }, false)}${cell(sides, filled ? { role: 'paper' } : undefined)}</a:wholeTbl>` +
    `<a:band2H>${band}</a:band2H>` +
    `<a:lastCol>${text(name, true)}<a:tcStyle><a:tcBdr/></a:tcStyle></a:lastCol>` +
    `<a:firstCol>${text(name, true)}<a:tcStyle><a:tcBdr/></a:tcStyle></a:firstCol>` +
    `<a:lastRow>${text(name, true)}${cell(rule('top', strong), undefined)}</a:lastRow>` +
    `<a:firstRow>${text({ role: tables.head }, true)}` +
    `${cell(filled ? '' : rule('bottom', strong), filled ? { role: 'accent' } : undefined)}</a:firstRow>` +
    '</a:tblStyle></a:tblStyleLst>'
  );
}

/** A style of every program that draws nothing; the cells then have their own colors and rules. */
export const NO_TABLE_STYLE = '{2D5ABB26-0587-4C30-8999-92F81FD0307C}';

/**
 * Fills, rules and the text of the header follow from the style. In ours, the first column has its text style in the cells: if
 * the table marked it, viewers would leave out the color of the rows there.
 */
export function tableXml({ rows, columns, padding }: TableShape, context: TextContext): string {
  const margins = `marL="${emu(padding)}" marR="${emu(padding)}" marT="0" marB="0" anchor="ctr"`;
  const isOwn = context.tableStyle === NO_TABLE_STYLE;
  const ruled = (tone: Tone, width: number): string =>
    strokeXml({ tone, width }, context.scheme).replace('<a:ln ', '<a:lnB ').replace('</a:ln>', '</a:lnB>');
  const properties = (row: number): string => {
    if (!isOwn) return `<a:tcPr ${margins}/>`;
    const head = rows[0]?.cells[0]?.text.paragraphs[0]?.tone.role;
    const fill = row === 0 && head !== 'accent' ? fillXml({ role: 'accent' }, context.scheme) : '';
    return `<a:tcPr ${margins}>${ruled({ role: 'accent' }, row === 0 ? 1.5 : 0.5)}${fill}</a:tcPr>`;
  };
  const written = rows.map(({ height, cells }, row) => {
    const inner = cells.map(({ text }, column) => {
      const named = isOwn || (row > 0 && column === 0 && context.tableStyle === undefined);
      return `<a:tc>${cellXml(text, context, named)}${properties(row)}</a:tc>`;
    });
    return `<a:tr h="${emu(height)}">${inner.join('')}</a:tr>`;
  });
  const grid = columns.map((width) => `<a:gridCol w="${emu(width)}"/>`).join('');
  return (
    `<a:tbl><a:tblPr${isRightToLeft(context.tag) ? ' rtl="1"' : ''} firstRow="1" bandRow="1"><a:tableStyleId>${escapeXml(context.tableStyle ?? id)}</a:tableStyleId></a:tblPr>` +
    `<a:tblGrid>${grid}</a:tblGrid>${written.join('')}</a:tbl>`
  );
}
