/** XML helpers that the parts share. */
import type { Fill, Role, Stroke, Tone } from '../deck/deck';
import { isGradient } from '../deck/deck';

export const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export const namespaces =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" ' +
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

export const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character]!);

/** Converts points to English Metric Units, the integers of the format. */
export const emu = (points: number): number => Math.round(points * 12_700);

/** The theme slot of each color. On a dark page, the color map swaps light and dark. */
const slots: Record<Role, string> = {
  ink: 'tx1',
  paper: 'bg1',
  deep: 'tx2',
  mist: 'bg2',
  accent: 'accent1',
  second: 'accent2',
  third: 'accent3',
  muted: 'accent4',
  line: 'accent5',
  pale: 'accent6',
};

export function colour(tone: Tone): string {
  const slot = slots[tone.role];
  if (tone.alpha === undefined) return `<a:schemeClr val="${slot}"/>`;
  return `<a:schemeClr val="${slot}"><a:alpha val="${Math.round(tone.alpha * 100_000)}"/></a:schemeClr>`;
}

export function fillXml(fill: Fill | undefined): string {
  if (!fill) return '<a:noFill/>';
  if (!isGradient(fill)) return `<a:solidFill>${colour(fill)}</a:solidFill>`;
  return (
    '<a:gradFill rotWithShape="1"><a:gsLst>' +
    `<a:gs pos="0">${colour(fill.from)}</a:gs><a:gs pos="100000">${colour(fill.to)}</a:gs>` +
    `</a:gsLst><a:lin ang="${Math.round(fill.angle * 60_000)}" scaled="0"/></a:gradFill>`
  );
}

export function strokeXml(stroke: Stroke | undefined): string {
  if (!stroke) return '<a:ln><a:noFill/></a:ln>';
  return `<a:ln w="${emu(stroke.width)}"><a:solidFill>${colour(stroke.tone)}</a:solidFill></a:ln>`;
}
