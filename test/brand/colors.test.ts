import { identityOf, isHidden } from '../../src/slides/brand/placeholders';
import { colorOf, type Theme } from '../../src/slides/brand/theme';
import { elements, parseXml } from '../../src/slides/brand/xml';

const NAMESPACES =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';
const node = (xml: string) =>
  elements(parseXml(`<all ${NAMESPACES}>${xml}</all>`, 'a part', { nodes: 100, depth: 10 }))[0]!;
const theme = { name: '', colors: { accent1: '#4472C4' }, fonts: { major: '', minor: '' } } satisfies Theme;
const own = { hex: '#204060', alpha: 1 };
const color = (xml: string) => colorOf(node(xml), { theme, map: undefined }, own);

it.each([
  ['<a:srgbClr val="808080"><a:shade val="50000"/></a:srgbClr>', '#404040', 1],
  ['<a:srgbClr val="808080"><a:tint val="50%"/></a:srgbClr>', '#C0C0C0', 1],
  ['<a:schemeClr val="accent1"><a:alpha val="25000"/></a:schemeClr>', '#4472C4', 0.25],
  ['<a:schemeClr val="phClr"/>', '#204060', 1],
  ['<a:prstClr val="green"/>', '#008000', 1],
])('%s is %s', (xml, hex, alpha) => expect(color(xml)).toEqual({ hex, alpha }));

it('a color in another form is not known', () => {
  expect(color('<a:scrgbClr r="0" g="0" b="0"/>')).toBeUndefined();
});

it.each([
  ['1', true],
  ['true', true],
  ['0', false],
])('a shape with hidden="%s" is hidden: %s', (hidden, expected) => {
  const shape = node(`<p:sp><p:nvSpPr><p:cNvPr id="2" name="Star" hidden="${hidden}"/></p:nvSpPr></p:sp>`);
  expect(isHidden(identityOf(shape))).toBe(expected);
});
