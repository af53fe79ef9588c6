/** The workbook inside a chart: a small .xlsx file that opens for editing the data. */
import type { ChartShape, NumberForm } from '../deck/deck';
import { declaration, escapeXml } from './xml';
import { zip } from './zip';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const openPackage = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Returns Excel's number format code. */
export function numberFormat({ prefix, unit, decimals }: NumberForm): string {
  const quoted = (text: string): string => (text ? `"${text}"` : '');
  return `${quoted(prefix)}#,##0${decimals > 0 ? `.${'0'.repeat(decimals)}` : ''}${quoted(unit)}`;
}

/** The parts that differ between charts. */
const WITH_DATA = new Set(['xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml']);

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
  const files: Record<string, string> = {
    '[Content_Types].xml':
      `<Types xmlns="${openPackage}/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      `<Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>` +
      `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>` +
      `<Override PartName="/xl/sharedStrings.xml" ContentType="${types}.sharedStrings+xml"/></Types>`,
    '_rels/.rels': relationships([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml':
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>` +
      `<sheet name="${sheetName}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
    ]),
    'xl/worksheets/sheet1.xml':
      `<worksheet xmlns="${main}"><dimension ref="A1:${columnName(width - 1)}${rows.length + 1}"/>` +
      `<cols><col min="1" max="${width}" width="20" customWidth="1"/></cols>` +
      `<sheetData><row r="1">${header}</row>${rows.join('')}</sheetData></worksheet>`,
    'xl/styles.xml':
      `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="${escapeXml(numberFormat(data.form))}"/></numFmts>` +
      '<fonts count="1"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>' +
      '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
      '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
      '<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
      '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>' +
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
    'xl/sharedStrings.xml':
      `<sst xmlns="${main}" count="${shared.length}" uniqueCount="${shared.length}">` +
      `${shared.map((each) => `<si><t xml:space="preserve">${escapeXml(each)}</t></si>`).join('')}</sst>`,
  };
  return zip(
    Object.entries(files).map(([path, xml]) => ({ path, content: declaration + xml, shared: !WITH_DATA.has(path) })),
  );
}

function relationships(links: [string, string][]): string {
  const rows = links.map(
    ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${office}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${openPackage}/relationships">${rows.join('')}</Relationships>`;
}
