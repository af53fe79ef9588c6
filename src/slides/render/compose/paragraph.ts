/** A single paragraph: its first sentence in large type above the others, or a long one in two columns. */
import { given } from '../../../core/given';
import { box, tone } from '../canvas/canvas';
import { band, pairs, sum } from '../deck/layout';
import { sentences } from '../text/line-breaks';
import type { Measured, ParagraphSpec } from '../text/measure';
import { type Item, plain, type Sheet } from './sheet';

const sizes = pairs([40, 38, 36, 34, 32, 30, 28, 26, 24, 22], [26, 24, 24, 22, 22, 20, 18, 18, 17, 16]);
const longestLead = { en: 110, zh: 44 } as const;
const ruleSpace = 44;
/** Share of the height that the two have at least. */
const least = 0.6;

/** Returns whether the point is such a paragraph and fits. */
export function lead(sheet: Sheet, items: Item[]): boolean {
  const [item] = items;
  const { body, canvas, surface } = sheet;
  const { language } = sheet.type;
  if (!item || items.length > 1 || item.heading || item.text.length !== 1) return false;
  const [first = '', ...others] = sentences(item.text[0]!, language);
  if (others.length === 0 || first.length > longestLead[language]) return false;
  const rest = others.join(language === 'zh' ? '' : ' ');
  const head = (size: number): ParagraphSpec[] => [sheet.heading(first, size, surface.text)];
  const text = (size: number): ParagraphSpec[] => [plain(rest, size, surface.text, { leading: 1.4 })];
  const room = { w: body.w, h: body.h - ruleSpace };
  for (const [large, normal] of sizes) {
    const fit = sheet.fit([head(large), text(normal)], [large], room, (specs) => specs);
    if (!fit) continue;
    const [upper, lower] = fit.measured;
    const needed = upper!.height + ruleSpace + lower!.height;
    if (needed > body.h || upper!.lineCount > 3) continue;
    const spare = Math.max(0, body.h * least - needed) / 2;
    const { y } = band(body, needed + spare, { bias: 0.35 });
    const list = { name: 'Paragraph' };
    const rule = y + upper!.height + ruleSpace / 2 + spare / 2;
    sheet.text(head(large), box(body.x, y, body.w, upper!.height + 2), 'Heading', 'top', list);
    canvas.rect(box(body.x, rule - 2, 96, 4), tone(surface.accent), { name: 'Rule' });
    const below = box(body.x, rule + ruleSpace / 2 + spare / 2, body.w, lower!.height + 2);
    sheet.text(text(normal), below, 'Text', 'top', list);
    return true;
  }
  return false;
}

const columnSizes = [20, 18, 17, 16, 15, 14] as const;
const between = 40;
/** Shorter texts are better in one column of large type. */
const leastLetters = { en: 420, zh: 160 } as const;

/** Two columns of text below its heading, as in a magazine. Returns whether the point is such a paragraph and fits. */
export function prose(sheet: Sheet, items: Item[]): boolean {
  const [item] = items;
  const { body, canvas, surface, type } = sheet;
  const { language } = type;
  if (!item || items.length > 1 || item.text.length !== 1) return false;
  const [paragraph] = item.text;
  if (paragraph!.length < leastLetters[language]) return false;
  const w = (body.w - between) / 2;
  const spec = (text: string, size: number): ParagraphSpec[] => [plain(text, size, surface.text, { leading: 1.4 })];
  const parts = sentences(paragraph!, language);
  // Measured at the minimum first, because a text must fit there to fit at all.
  const fitted = (
    size: number,
  ): { size: number; head?: Measured; columns: [string, string]; tallest: number } | undefined => {
    const head = item.heading
      ? type.measure([sheet.heading(item.heading, Math.round(size * 1.5), surface.text)], body.w)
      : undefined;
    const columns = halved(parts, language);
    const measured = columns.map((text) => type.measure(spec(text, size), w));
    const tallest = Math.max(...measured.map(({ height }) => height));
    const needed = (head ? head.height + 22 : 0) + tallest;
    return needed > body.h || measured.some(({ torn }) => torn)
      ? undefined
      : { size, ...given({ head }), columns, tallest };
  };
  if (parts.length < 2 || !fitted(columnSizes.at(-1)!)) return false;
  const { size, head, columns, tallest } = columnSizes.map(fitted).find((each) => each !== undefined)!;
  const top = head ? head.height + 22 : 0;
  const { y } = band(body, top + tallest, { bias: 0.3 });
  if (head) canvas.place(box(body.x, y, body.w, head.height + 2), head, { name: 'Heading' });
  canvas.line(body.x + body.w / 2, y + top + 4, body.x + body.w / 2, y + top + tallest, tone(surface.line));
  columns.forEach((text, index) => {
    sheet.text(spec(text, size), box(body.x + index * (w + between), y + top, w, tallest + 2), 'Column');
  });
  return true;
}

/** Two parts of about the same length, cut between sentences. */
function halved(parts: string[], language: 'en' | 'zh'): [string, string] {
  const space = language === 'zh' ? '' : ' ';
  const total = sum(parts.map(({ length }) => length));
  let taken = 0;
  let at = 0;
  while (at < parts.length - 1 && (at === 0 || taken + parts[at]!.length / 2 < total / 2)) taken += parts[at++]!.length;
  return [parts.slice(0, at).join(space), parts.slice(at).join(space)];
}
