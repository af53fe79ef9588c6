/** A table in the style that the file gives to new tables. */
import { isNumeric } from '../../render/compose/table';
import { tableFrame } from '../../render/pptx/shapes';
import { emu, escapeXml } from '../../render/pptx/xml';
import { CELL } from './plan-table';
import type { PlannedTable } from './planned-slide';
import { graphicHolderXml, runsXml } from './slide-xml';

export function tableXml(
  { data, columns, heights, size, box, holder }: PlannedTable,
  id: number,
  style: string,
): string {
  const numeric = data.header.map((_, column) => data.rows.every((row) => isNumeric(row[column] ?? '')));
  const cell = (text: string, column: number): string => {
    const align = numeric[column] ? '<a:pPr algn="r"/>' : '';
    const content = text
      ? runsXml(text, ` sz="${size * 100}"`)
      : `<a:endParaRPr lang="en-US" sz="${size * 100}" dirty="0"/>`;
    const margins = `marL="${emu(CELL.side)}" marR="${emu(CELL.side)}" marT="${emu(CELL.top)}" marB="${emu(CELL.top)}"`;
    return `<a:tc><a:txBody><a:bodyPr/><a:lstStyle/><a:p>${align}${content}</a:p></a:txBody><a:tcPr ${margins} anchor="ctr"/></a:tc>`;
  };
  const rows = [data.header, ...data.rows].map(
    (row, at) =>
      `<a:tr h="${emu(heights[at]!)}">${data.header.map((_, column) => cell(row[column] ?? '', column)).join('')}</a:tr>`,
  );
  const where = { ...box, h: heights.reduce((sum, each) => sum + each, 0) };
  const shape = { name: 'Table', alt: data.header.filter(Boolean).join(', '), box: where };
  return tableFrame(
    shape,
    id,
    graphicHolderXml(holder),
    `<a:tbl><a:tblPr firstRow="1" bandRow="1"><a:tableStyleId>${escapeXml(style)}</a:tableStyleId></a:tblPr>` +
      `<a:tblGrid>${columns.map((width) => `<a:gridCol w="${emu(width)}"/>`).join('')}</a:tblGrid>${rows.join('')}</a:tbl>`,
  );
}
