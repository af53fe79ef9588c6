/** XML helpers that the parts share. */
import { type Fill, isGradient, type Stroke } from '../deck/deck';
import type { Colors } from './scheme';

export const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export const namespaces =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" ' +
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

export const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character]!);

/** Converts points to English Metric Units, the integers of the format. */
export const emu = (points: number): number => Math.round(points * 12_700);

export function fillXml(fill: Fill | undefined, { colour }: Colors): string {
  if (!fill) return '<a:noFill/>';
  if (!isGradient(fill)) return `<a:solidFill>${colour(fill)}</a:solidFill>`;
  return (
    '<a:gradFill rotWithShape="1"><a:gsLst>' +
    `<a:gs pos="0">${colour(fill.from)}</a:gs><a:gs pos="100000">${colour(fill.to)}</a:gs>` +
    `</a:gsLst><a:lin ang="${Math.round(fill.angle * 60_000)}" scaled="0"/></a:gradFill>`
  );
}

export function strokeXml(stroke: Stroke | undefined, { colour }: Colors): string {
  if (!stroke) return '<a:ln><a:noFill/></a:ln>';
  const [cap, join] = stroke.round ? [' cap="rnd"', '<a:round/>'] : ['', ''];
  return `<a:ln w="${emu(stroke.width)}"${cap}><a:solidFill>${colour(stroke.tone)}</a:solidFill>${join}</a:ln>`;
}
