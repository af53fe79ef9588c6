/** The size at which lines of code fit a placeholder. */
import { CODE_FACE } from '../code-style';
import type { Placeholder } from '../placeholders';
import { levelOf, type Ruler, textArea } from '../ruler';

/** In points. Code longer than a line at the last one is broken. */
const SIZES = [20, 18, 16, 14, 12] as const;

/** Never larger than the placeholder's own text. */
export function codeSize(ruler: Ruler, holder: Placeholder, lines: readonly string[]): number {
  const own = levelOf(holder.levels, 0).size;
  const sizes = SIZES.filter((each) => each <= own);
  const { w } = textArea(holder);
  const fits = (size: number): boolean => {
    const style = { typeface: CODE_FACE, size, bold: false };
    return lines.every((each) => ruler.width(each, style) <= w);
  };
  return sizes.find(fits) ?? sizes.at(-1) ?? own;
}
