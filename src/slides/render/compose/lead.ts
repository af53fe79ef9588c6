/** A single paragraph: its first sentence in large type, the others below a rule. */
import { box, tone } from '../canvas/canvas';
import { pairs } from '../deck/layout';
import { sentences } from '../text/line-breaks';
import type { ParagraphSpec } from '../text/measure';
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
    const y = body.y + (body.h - needed - spare) * 0.35;
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
