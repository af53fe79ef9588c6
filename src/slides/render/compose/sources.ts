/** Source lines: small type below the content of a slide. */
import { box, tone } from '../canvas/canvas';
import { shorten } from '../text/fit';
import type { ParagraphSpec, Typesetter } from '../text/measure';
import { plain, type Sheet } from './sheet';

const size = 14;
const distance = 12;
/** More lines would take the place of the content. The notes have them all. */
const mostLines = 2;
const mark = /^(?:sources?|来源|数据来源|资料来源|资料出处|出处)\s*[:：]/iu;
const raised = /^[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}\s/u;

/** Whether a paragraph only names a source. */
export const isSource = (paragraph: string): boolean => mark.test(paragraph);

/** The source line of a point that names a source, or is a footnote that starts with a raised number. */
export function sourceOf(heading: string, text: readonly string[]): string | undefined {
  // A long footnote has its start as heading and all of it as text.
  if (raised.test(heading)) return text.length === 0 ? heading : text.join(' ');
  const line = text.length === 0 ? heading : `${heading}: ${text.join(' ')}`;
  const isNamed = text.length === 0 || /^(?:sources?|来源|数据来源|资料来源)$/iu.test(heading);
  return isNamed && mark.test(line) ? line : undefined;
}

const joined = (sources: readonly string[]): string => sources.join('   ');

function fitted(type: Typesetter, sources: readonly string[], width: number): ParagraphSpec {
  const whole = plain(joined(sources), size, 'ink', { leading: 1.2 });
  const room = mostLines * size * 1.2 + 1;
  return type.measure([whole], width).height <= room ? whole : shorten(type, whole, width, room);
}

/** Height that the lines take from the content. */
export function sourcesHeight(type: Typesetter, sources: readonly string[], width: number): number {
  return sources.length === 0 ? 0 : type.measure([fitted(type, sources, width)], width).height + distance;
}

/** Draws the lines below the body of the sheet. */
export function drawSources(sheet: Sheet, sources: readonly string[]): void {
  if (sources.length === 0) return;
  const { body, canvas, surface, type } = sheet;
  const h = sourcesHeight(type, sources, body.w) - distance;
  const line = { ...fitted(type, sources, body.w), tone: tone(surface.quiet) };
  canvas.text(box(body.x, body.y + body.h + distance, body.w, h), line, { name: 'Source', anchor: 'bottom' });
}
