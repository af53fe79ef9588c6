/** The workbook inside a chart: a small .xlsx file that opens for editing the data. */
import type { ChartShape, NumberForm } from '../deck/deck';
import { Links, Parts } from './parts';
import { declaration, escapeXml } from './xml';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Returns Excel's number format code. */
export function numberFormat({ prefix, unit, decimals }: NumberForm): string {
  const quoted = (text: string): string => (text ? `"${text}"` : '');
  return `${quoted(prefix)}#,##0${decimals > 0 ? `.${'0'.repeat(decimals)}` : ''}${quoted(unit)}`;
}

export const sheetName = 'Sheet1';

/** Column A has the categories, B and the following columns the series; row 1 has the names. */
export const columnName = (index: number): string => String.fromCharCode(65 + index);

export function workbook({ data }: ChartShape): Uint8Array {
  const shared = [data.axis || ' ', ...data.series.map((each) => each.name), ...data.categories];
  const text = (column: number, row: number, index: number): string =>
    `<c r="${columnName(column)}${row}" t="s"><v>${index}</v></c>`;
  const width = data.series.length + 1;
  const header = Array.from({ length: width }, (_, column) => text(column, 1, column)).join('');
  const rows = data.categories.map((_, index) => {
    const row = index + 2;
    const cells = data.series.map(
      ({ values }, at) => `<c r="${columnName(at + 1)}${row}" s="1">${data.blank ? '' : `<v>${values[index]}</v>`}</c>`,
    );
    return `<row r="${row}">${text(0, row, width + index)}${cells.join('')}</row>`;
  });
  const strings = shared.map((each) => `<si><t xml:space="preserve">${escapeXml(each)}</t></si>`).join('');
  const parts = new Parts();
  const links = new Links();
  const add = (kind: string, path: string, xml: string, isShared = false): void => {
    links.add(kind, parts.add(`xl/${path}.xml`, `${types}.${kind}+xml`, declaration + xml, new Links(), isShared));
  };
  add(
    'worksheet',
    'worksheets/sheet1',
    `<worksheet xmlns="${main}"><dimension ref="A1:${columnName(width - 1)}${rows.length + 1}"/>` +
      `<cols><col min="1" max="${width}" width="20" customWidth="1"/></cols>` +
      `<sheetData><row r="1">${header}</row>${rows.join('')}</sheetData></worksheet>`,
  );
  add('styles', 'styles', stylesXml(data.form), true);
  add(
    'sharedStrings',
    'sharedStrings',
    `<sst xmlns="${main}" count="${shared.length}" uniqueCount="${shared.length}">${strings}</sst>`,
  );
  const sheets = `<sheets><sheet name="${sheetName}" sheetId="1" r:id="rId1"/></sheets>`;
  const book = `${declaration}<workbook xmlns="${main}" xmlns:r="${office}">${sheets}</workbook>`;
  const opening = new Links();
  opening.add('officeDocument', parts.add('xl/workbook.xml', `${types}.sheet.main+xml`, book, links, true));
  return parts.zip(opening);
}

/** Two cell styles: text, and the numbers of the chart. */
const stylesXml = (form: NumberForm): string =>
  `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="${escapeXml(numberFormat(form))}"/></numFmts>` +
  '<fonts count="1"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';
