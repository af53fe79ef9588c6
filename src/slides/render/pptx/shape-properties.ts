/** Properties that shapes of several kinds have: name, place, outline, placeholder. */
import type { Box } from '../deck/deck';
import type { Holder } from './patterns';
import { emu, escapeXml } from './xml';

const decorative =
  '<a:extLst><a:ext uri="{C183D7F6-B498-43B3-948B-1728B52AA6E4}">' +
  '<adec:decorative xmlns:adec="http://schemas.microsoft.com/office/drawing/2017/decorative" val="1"/>' +
  '</a:ext></a:extLst>';

export function identity(id: number, name: string, alt: string | undefined): string {
  const start = `<p:cNvPr id="${id}" name="${escapeXml(name)} ${id}"`;
  return alt === undefined
    ? `${start}>${decorative}</p:cNvPr>`
    : `${start} descr="${escapeXml(alt).replace(/\n/g, '&#10;')}"/>`;
}

export function frame(box: Box, flip = '', prefix = 'a'): string {
  const size = `<a:off x="${emu(box.x)}" y="${emu(box.y)}"/><a:ext cx="${emu(box.w)}" cy="${emu(box.h)}"/>`;
  return `<${prefix}:xfrm${flip}>${size}</${prefix}:xfrm>`;
}

export const preset = (name: string, guides = ''): string =>
  guides
    ? `<a:prstGeom prst="${name}"><a:avLst>${guides}</a:avLst></a:prstGeom>`
    : `<a:prstGeom prst="${name}"><a:avLst/></a:prstGeom>`;

export function rounded({ w, h }: Box, radius: number): string {
  const share = Math.round((radius / Math.min(w, h)) * 100_000);
  return preset('roundRect', `<a:gd name="adj" fmla="val ${Math.min(50_000, share)}"/>`);
}

/** Properties of a placeholder; without one, of a plain shape. */
export const holderXml = (holder: Holder | undefined): string =>
  holder ? `<p:nvPr>${placeholderXml(holder)}</p:nvPr>` : '<p:nvPr/>';

export function placeholderXml({ type, idx }: Pick<Holder, 'type' | 'idx'>): string {
  if (type === 'title') return '<p:ph type="title"/>';
  const size = type === 'ftr' || type === 'sldNum' || type === 'dt' || idx > 11 ? ' sz="quarter"' : '';
  return `<p:ph type="${type}"${size} idx="${idx}"/>`;
}
