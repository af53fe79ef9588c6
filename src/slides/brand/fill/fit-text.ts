/** Finds the size at which text fits its placeholder: not below 70 % of the template's own, nor below 12 pt. */
import type { Placeholder } from '../placeholders';
import { LEAST_POINTS, levelOf, type Para, type Ruler } from '../ruler';
import type { FilledText } from './planned-slide';

const SCALES = [1, 0.9, 0.8, 0.7] as const;
/** Titles are larger, so they may shrink more. */
const TITLE_SCALES = [1, 0.9, 0.8, 0.7, 0.6] as const;

/** The sizes that these paragraphs may have, from the largest. */
export function scalesFor(holder: Placeholder, paras: readonly Para[]): readonly number[] {
  const smallest = Math.min(...paras.map(({ level }) => levelOf(holder.levels, level).size));
  const all = holder.holds === 'title' ? TITLE_SCALES : SCALES;
  return all.filter((scale) => scale === 1 || smallest * scale >= LEAST_POINTS - 0.01);
}

/** The largest size at which the paragraphs fit; undefined if there is none. */
export function fitText(ruler: Ruler, holder: Placeholder, paras: Para[], least = 0): FilledText | undefined {
  const scales = scalesFor(holder, paras).filter((each) => each >= least || each === 1);
  // Most long texts fit at no size, which the smallest one shows at once.
  if (!ruler.fits(paras, holder, scales.at(-1)!)) return undefined;
  const scale = scales.find((each) => ruler.fits(paras, holder, each))!;
  return { holder, paras, scale };
}

/** A title; one that does not fit is cut with an ellipsis, and `rest` is the whole title for another place. */
export function fitTitle(ruler: Ruler, holder: Placeholder, title: string): { filled: FilledText; rest?: string } {
  const whole = [{ text: title, level: 0 }];
  const fitted = fitText(ruler, holder, whole);
  if (fitted) return { filled: fitted };
  const scale = scalesFor(holder, whole).at(-1)!;
  const characters = [...title.slice(0, LONGEST_TITLE)];
  const cut = (length: number): Para[] => {
    const words = characters.slice(0, length).join('');
    const atSpace = words.lastIndexOf(' ');
    const text = atSpace > words.length * 0.6 ? words.slice(0, atSpace) : words;
    return [{ text: `${text.replace(/[\s,.;:–—-]{1,20}$/u, '')}…`, level: 0 }];
  };
  let [low, high] = [1, characters.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (ruler.fits(cut(middle), holder, scale)) low = middle;
    else high = middle - 1;
  }
  return { filled: { holder, paras: cut(low), scale }, rest: title };
}

/** No title placeholder holds more characters. */
const LONGEST_TITLE = 600;
