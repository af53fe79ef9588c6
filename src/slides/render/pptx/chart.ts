/** A chart as DrawingML, with the layout, scale and colors of its drawn form. */

import { type Box, type ChartSeries, type ChartShape, type Role, ringHole } from '../deck/deck';
import type { Colors } from './scheme';
import { columnName, numberFormat, sheetName } from './workbook';
import { declaration, emu, escapeXml } from './xml';

/** A hundredth of a degree: LibreOffice then leaves out labels for which it has no room, and does not break or turn them. */
const HORIZONTAL = '<a:bodyPr rot="600" vert="horz"/>';
const invisible = '<c:spPr><a:noFill/><a:ln><a:noFill/></a:ln></c:spPr>';

/** What a data label has: its value, or nothing. */
const showing = (value: 0 | 1): string =>
  `<c:showLegendKey val="0"/><c:showVal val="${value}"/><c:showCatName val="0"/><c:showSerName val="0"/>` +
  '<c:showPercent val="0"/><c:showBubbleSize val="0"/>';

/** An area as fractions of the whole chart. */
function layout(area: Box, whole: Box, inner: boolean): string {
  const share = (value: number): string => Math.min(1, Math.max(0, value)).toFixed(5);
  return (
    `<c:layout><c:manualLayout>${inner ? '<c:layoutTarget val="inner"/>' : ''}` +
    '<c:xMode val="edge"/><c:yMode val="edge"/>' +
    `<c:x val="${share((area.x - whole.x) / whole.w)}"/><c:y val="${share((area.y - whole.y) / whole.h)}"/>` +
    `<c:w val="${share(area.w / whole.w)}"/><c:h val="${share(area.h / whole.h)}"/></c:manualLayout></c:layout>`
  );
}

class ChartWriter {
  private readonly format: string;

  constructor(
    private readonly shape: ChartShape,
    private readonly scheme: Colors,
  ) {
    this.format = escapeXml(numberFormat(shape.data.form));
  }

  private paint(role: Role, use: 'fill' | 'text' = 'fill'): string {
    return `<a:solidFill>${this.scheme.colour({ role }, use)}</a:solidFill>`;
  }

  private stroke(role: Role, width: number): string {
    return `<a:ln w="${emu(width)}">${this.paint(role)}</a:ln>`;
  }

  private line(role: Role): string {
    return `<c:spPr><a:ln w="${emu(3)}" cap="rnd">${this.paint(role)}<a:round/></a:ln></c:spPr>`;
  }

  private textStyle(size: number, role: Role, bold: boolean, body = '<a:bodyPr/>'): string {
    return (
      `<c:txPr>${body}<a:lstStyle/><a:p><a:pPr>` +
      `<a:defRPr sz="${Math.round(size * 100)}" b="${bold ? 1 : 0}">${this.paint(role, 'text')}` +
      '<a:latin typeface="+mn-lt"/><a:ea typeface="+mn-ea"/></a:defRPr></a:pPr><a:endParaRPr lang="en-US"/></a:p></c:txPr>'
    );
  }

  write(): string {
    const { shape } = this;
    const { look } = shape;
    const legend = look.legend
      ? `<c:legend><c:legendPos val="${shape.data.kind === 'doughnut' ? 'r' : 't'}"/>${layout(look.legend.box, shape.box, false)}` +
        `<c:overlay val="0"/>${this.textStyle(look.legend.size, look.text, false)}</c:legend>`
      : '';
    return (
      `${declaration}<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" ` +
      'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
      'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">' +
      '<c:date1904 val="0"/><c:roundedCorners val="0"/><c:chart><c:autoTitleDeleted val="1"/>' +
      `<c:plotArea>${layout(look.plot, shape.box, true)}${this.plot()}${invisible}</c:plotArea>${legend}` +
      '<c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart>' +
      `${invisible}${this.textStyle(look.labelSize, look.text, false)}` +
      '<c:externalData r:id="rId1"><c:autoUpdate val="0"/></c:externalData></c:chartSpace>'
    );
  }

  private plot(): string {
    const { kind } = this.shape.data;
    const { gap, legend } = this.shape.look;
    if (kind === 'doughnut') {
      return (
        `<c:doughnutChart><c:varyColors val="1"/>${this.series()}` +
        `<c:firstSliceAng val="0"/><c:holeSize val="${Math.round(ringHole * 100)}"/></c:doughnutChart>`
      );
    }
    const ids = '<c:axId val="111111111"/><c:axId val="222222222"/>';
    const chart =
      kind === 'line'
        ? `<c:lineChart><c:grouping val="standard"/><c:varyColors val="0"/>${this.series()}<c:marker val="1"/>${ids}</c:lineChart>`
        : `<c:barChart><c:barDir val="${kind === 'bar' ? 'bar' : 'col'}"/><c:grouping val="clustered"/><c:varyColors val="0"/>` +
          `${this.series()}<c:gapWidth val="${Math.min(500, gap)}"/>${legend ? '<c:overlap val="0"/>' : ''}${ids}</c:barChart>`;
    return chart + this.axes(kind === 'bar');
  }

  private axes(sideways: boolean): string {
    const { look } = this.shape;
    const { fromRight } = look;
    const start = fromRight ? 'r' : 'l';
    const orientation = (turned: boolean | undefined): string =>
      `<c:orientation val="${turned ? 'maxMin' : 'minMax'}"/>`;
    return (
      `<c:catAx><c:axId val="111111111"/><c:scaling>${orientation(sideways || fromRight)}</c:scaling>` +
      `<c:delete val="0"/><c:axPos val="${sideways ? start : 'b'}"/><c:numFmt formatCode="General" sourceLinked="0"/>` +
      '<c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="low"/>' +
      `<c:spPr>${sideways ? '<a:ln><a:noFill/></a:ln>' : this.stroke(look.line, 1)}</c:spPr>` +
      `${this.textStyle(look.labelSize, look.text, sideways, look.grid && HORIZONTAL)}<c:crossAx val="222222222"/><c:crosses val="autoZero"/>` +
      '<c:auto val="0"/><c:lblAlgn val="ctr"/><c:lblOffset val="100"/>' +
      (look.grid ? `<c:tickLblSkip val="${look.grid.every}"/>` : '') +
      '<c:noMultiLvlLbl val="0"/></c:catAx>' +
      `<c:valAx><c:axId val="222222222"/><c:scaling>${orientation(sideways && fromRight)}` +
      // Without values the axis fits itself to those that are entered.
      `${this.shape.data.blank ? '' : `<c:max val="${plain(look.max)}"/>`}<c:min val="${plain(look.min)}"/></c:scaling><c:delete val="${look.grid ? 0 : 1}"/>` +
      `<c:axPos val="${sideways ? 't' : start}"/>` +
      (look.grid || this.shape.data.blank
        ? `<c:majorGridlines><c:spPr>${this.stroke(look.line, 1)}</c:spPr></c:majorGridlines>`
        : '') +
      `<c:numFmt formatCode="${this.tickFormat()}" sourceLinked="0"/>` +
      '<c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/>' +
      (look.grid
        ? `<c:spPr><a:ln><a:noFill/></a:ln></c:spPr>${this.textStyle(look.labelSize, look.text, false)}`
        : '') +
      '<c:crossAx val="111111111"/><c:crosses val="min"/><c:crossBetween val="between"/>' +
      (look.grid ? `<c:majorUnit val="${plain(look.grid.step)}"/>` : '') +
      '</c:valAx>'
    );
  }

  private series(): string {
    return this.shape.data.series.map((each, index) => this.one(each, index)).join('');
  }

  private one(series: ChartSeries, index: number): string {
    const { kind } = this.shape.data;
    const head = `<c:idx val="${index}"/><c:order val="${index}"/><c:tx>${this.names(index)}</c:tx>`;
    const data = `<c:cat>${this.categories()}</c:cat><c:val>${this.values(series, index)}</c:val>`;
    const { fill } = this.shape.look.colours[index]!;
    if (kind === 'line' && this.shape.look.grid) return this.plainLine(series, index, head, data);
    if (kind === 'line') {
      const marker = (inside: Role): string =>
        `<c:marker><c:symbol val="circle"/><c:size val="9"/><c:spPr>${this.paint(inside)}${this.stroke('accent', 2)}</c:spPr></c:marker>`;
      const line = this.line(fill);
      const point = this.point(
        (at) => `<c:dPt><c:idx val="${at}"/>${marker('accent')}<c:bubble3D val="0"/>${line}</c:dPt>`,
      );
      return `<c:ser>${head}${line}${marker('paper')}${point}${this.labels('t')}${data}<c:smooth val="0"/></c:ser>`;
    }
    if (kind === 'doughnut') {
      const slices = this.shape.look.colours.map(
        (each, at) =>
          `<c:dPt><c:idx val="${at}"/><c:bubble3D val="0"/><c:spPr>${this.paint(each.fill)}${this.stroke('paper', 2)}</c:spPr></c:dPt>`,
      );
      return `<c:ser>${head}${slices.join('')}${this.labels(undefined)}${data}</c:ser>`;
    }
    const point = this.point(
      (at) =>
        `<c:dPt><c:idx val="${at}"/><c:invertIfNegative val="0"/><c:bubble3D val="0"/><c:spPr>${this.paint('accent')}</c:spPr></c:dPt>`,
    );
    return (
      `<c:ser>${head}<c:spPr>${this.paint(fill)}</c:spPr><c:invertIfNegative val="0"/>` +
      `${point}${this.labels('outEnd')}${data}</c:ser>`
    );
  }

  /** A line without numbers and marks, except at its end. */
  private plainLine({ values }: ChartSeries, index: number, head: string, data: string): string {
    const { look } = this.shape;
    const last = values.length - 1;
    const { fill } = look.colours[index]!;
    const line = this.line(fill);
    const mark = `<c:marker><c:symbol val="circle"/><c:size val="9"/><c:spPr>${this.paint(fill)}<a:ln><a:noFill/></a:ln></c:spPr></c:marker>`;
    const label =
      `<c:dLbl><c:idx val="${last}"/><c:numFmt formatCode="${this.format}" sourceLinked="0"/>${invisible}` +
      `${this.textStyle(look.valueSize, look.text, true)}<c:dLblPos val="${look.fromRight ? 'l' : 'r'}"/>${showing(1)}</c:dLbl>`;
    return (
      `<c:ser>${head}${line}<c:marker><c:symbol val="none"/></c:marker>` +
      `<c:dPt><c:idx val="${last}"/>${mark}<c:bubble3D val="0"/>${line}</c:dPt>` +
      `<c:dLbls>${look.grid!.numbered[index] ? label : ''}${showing(0)}</c:dLbls>${data}<c:smooth val="0"/></c:ser>`
    );
  }

  /** Numbers on the axis have the decimals of their distance. */
  private tickFormat(): string {
    const { data, look } = this.shape;
    if (!look.grid) return this.format;
    const decimals = /\.(\d+)$/.exec(plain(look.grid.step))?.[1]?.length ?? 0;
    return escapeXml(numberFormat({ ...data.form, decimals }));
  }

  private point(write: (at: number) => string): string {
    const { highlight } = this.shape.look;
    return highlight === undefined ? '' : write(highlight);
  }

  /** Data labels: the highlighted one in the accent color, those on a ring in a readable color. */
  private labels(position: string | undefined): string {
    const { look } = this.shape;
    const style = (role: Role): string =>
      `<c:numFmt formatCode="${this.format}" sourceLinked="0"/>${invisible}` +
      this.textStyle(look.valueSize, role, true);
    const rest = (position ? `<c:dLblPos val="${position}"/>` : '') + showing(1);
    const single = (at: number, role: Role): string => `<c:dLbl><c:idx val="${at}"/>${style(role)}${rest}</c:dLbl>`;
    const apart = position
      ? look.highlight === undefined
        ? ''
        : single(look.highlight, look.accent)
      : look.colours.map((each, at) => single(at, each.text)).join('');
    return `<c:dLbls>${apart}${style(look.text)}${rest}</c:dLbls>`;
  }

  private names(index: number): string {
    return texts(`$${columnName(index + 1)}$1`, [this.shape.data.series[index]!.name]);
  }

  private categories(): string {
    const { categories } = this.shape.data;
    return texts(`$A$2:$A$${categories.length + 1}`, categories);
  }

  private values({ values }: ChartSeries, index: number): string {
    const column = columnName(index + 1);
    const shown = points(this.shape.data.blank ? [] : values);
    return (
      `<c:numRef><c:f>${sheetName}!$${column}$2:$${column}$${values.length + 1}</c:f>` +
      `<c:numCache><c:formatCode>${this.format}</c:formatCode><c:ptCount val="${values.length}"/>${shown}</c:numCache></c:numRef>`
    );
  }
}

const points = (values: readonly (string | number)[]): string =>
  values.map((each, at) => `<c:pt idx="${at}"><c:v>${escapeXml(String(each))}</c:v></c:pt>`).join('');

/** Texts in cells of the workbook. */
const texts = (cells: string, values: readonly string[]): string =>
  `<c:strRef><c:f>${sheetName}!${cells}</c:f><c:strCache><c:ptCount val="${values.length}"/>${points(values)}</c:strCache></c:strRef>`;

const plain = (value: number): string => String(Number(value.toPrecision(8)));

export const chartXml = (shape: ChartShape, scheme: Colors): string => new ChartWriter(shape, scheme).write();
