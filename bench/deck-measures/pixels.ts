/** How slides look, computed from their pixels. Formulas and the origin of every constant: docs/deck-measures.md. */

/** RGB without alpha, row by row. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Each part from 0 to 10; the total is their sum, from 0 to 40. */
export interface Looks {
  harmony: number;
  engagement: number;
  usability: number;
  rhythm: number;
  total: number;
}

export function looksOf(slides: readonly Pixels[]): Looks {
  const harmony = mean(slides.map((slide) => 10 * Math.exp(-hueDistance(slide) / 10)));
  const engagement = 10 * Math.min(1, mean(slides.map(colorfulness)) / 59);
  const usability = mean(slides.map((slide) => 10 * Math.min(1, (figureContrast(slide) - 1) / 6)));
  const entropies = slides.map(subbandEntropy);
  const level = mean(entropies);
  const rhythm = level === 0 ? 0 : 10 * Math.min(1, successiveChange(entropies) / level / 0.25);
  return { harmony, engagement, usability, rhythm, total: harmony + engagement + usability + rhythm };
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}

/** Root mean square of the differences between neighbours; 0 for fewer than two values. */
export function successiveChange(values: readonly number[]): number {
  return Math.sqrt(mean(values.slice(1).map((value, at) => (value - values[at]!) ** 2)));
}

function colorsOf({ data }: Pixels): [number, number, number][] {
  const colors: [number, number, number][] = [];
  for (let at = 0; at + 2 < data.length; at += 3) colors.push([data[at]!, data[at + 1]!, data[at + 2]!]);
  return colors;
}

/** Hasler and Süsstrunk 2003. */
export function colorfulness(pixels: Pixels): number {
  const colors = colorsOf(pixels);
  const redGreen = colors.map(([r, g]) => r - g);
  const yellowBlue = colors.map(([r, g, b]) => (r + g) / 2 - b);
  return Math.hypot(deviation(redGreen), deviation(yellowBlue)) + 0.3 * Math.hypot(mean(redGreen), mean(yellowBlue));
}

/** Sectors of the hue templates i, V, L, I, T, Y, X: center and width in degrees (Cohen-Or et al. 2006). */
const TEMPLATES: readonly (readonly (readonly [center: number, width: number])[])[] = [
  [[0, 18]],
  [[0, 93.6]],
  [
    [0, 18],
    [90, 79.2],
  ],
  [
    [0, 18],
    [180, 18],
  ],
  [[0, 180]],
  [
    [0, 93.6],
    [180, 18],
  ],
  [
    [0, 93.6],
    [180, 93.6],
  ],
];

/**
 * Mean distance in degrees of all hues, weighted by saturation, from the sectors of the best template at its best
 * angle. A slide without color has no distance.
 */
export function hueDistance(pixels: Pixels): number {
  const weights = new Float64Array(360);
  for (const [r, g, b] of colorsOf(pixels)) {
    const most = Math.max(r, g, b);
    const span = most - Math.min(r, g, b);
    if (span > 0) weights[Math.floor(hueOf(r, g, b, most, span)) % 360]! += span / most;
  }
  const hues = [...weights.entries()].filter(([, weight]) => weight > 0);
  const whole = hues.reduce((sum, [, weight]) => sum + weight, 0);
  if (whole === 0) return 0;
  let best = Number.POSITIVE_INFINITY;
  for (const sectors of TEMPLATES) {
    for (let turn = 0; turn < 360; turn += 2) {
      let sum = 0;
      for (const [hue, weight] of hues) {
        const outside = sectors.map(([center, width]) => Math.max(0, turned(hue, center + turn) - width / 2));
        sum += weight * Math.min(...outside);
      }
      best = Math.min(best, sum / whole);
    }
  }
  return best;
}

function hueOf(r: number, g: number, b: number, most: number, span: number): number {
  if (most === r) return 60 * (((g - b) / span + 6) % 6);
  return most === g ? 60 * ((b - r) / span + 2) : 60 * ((r - g) / span + 4);
}

/** Degrees between two directions, from 0 to 180. */
function turned(one: number, other: number): number {
  const apart = Math.abs(one - other) % 360;
  return Math.min(apart, 360 - apart);
}

const linear = (value: number): number =>
  value <= 0.04045 * 255 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
const luminanceOf = (r: number, g: number, b: number): number =>
  0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
const contrastOf = (one: number, other: number): number =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/**
 * Contrast ratio between the ground, the most frequent of 32 steps of luminance, and the figure: the mean luminance
 * contrast of all pixels that differ from the ground by 1.5:1 or more. 1 for an empty slide.
 */
export function figureContrast(pixels: Pixels): number {
  const luminances = colorsOf(pixels).map(([r, g, b]) => luminanceOf(r, g, b));
  const steps = Array.from({ length: 32 }, () => [] as number[]);
  for (const value of luminances) steps[Math.min(31, Math.floor(value * 32))]!.push(value);
  const ground = mean(steps.reduce((most, step) => (step.length > most.length ? step : most)));
  const figure = luminances.map((value) => contrastOf(value, ground)).filter((ratio) => ratio >= 1.5);
  return figure.length === 0 ? 1 : mean(figure);
}

/** Bits per coefficient of three levels of a Haar wavelet of the gray image, mean of the nine detail bands. */
export function subbandEntropy(pixels: Pixels): number {
  let plane = colorsOf(pixels).map(([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b);
  let { width, height } = pixels;
  const bands: number[] = [];
  for (let level = 0; level < 3 && width >= 2 && height >= 2; level += 1) {
    const [w, h] = [width >> 1, height >> 1];
    const low: number[] = [];
    const details: [number[], number[], number[]] = [[], [], []];
    for (let y = 0; y < h; y += 1) {
      for (let x = 0; x < w; x += 1) {
        const top = 2 * y * width + 2 * x;
        const [a, b, c, d] = [plane[top]!, plane[top + 1]!, plane[top + width]!, plane[top + width + 1]!];
        low.push((a + b + c + d) / 4);
        details[0].push((a - b + c - d) / 4);
        details[1].push((a + b - c - d) / 4);
        details[2].push((a - b - c + d) / 4);
      }
    }
    bands.push(...details.map(entropyOf));
    [plane, width, height] = [low, w, h];
  }
  return mean(bands);
}

/** Shannon entropy of values in steps of 1, in bits. */
export function entropyOf(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(Math.round(value), (counts.get(Math.round(value)) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / values.length) * Math.log2(count / values.length);
  return Math.abs(bits);
}

const grayOf = ({ data }: Pixels, at: number): number =>
  0.299 * data[3 * at]! + 0.587 * data[3 * at + 1]! + 0.114 * data[3 * at + 2]!;

/**
 * Structural similarity (Wang et al. 2004) over windows of 8 × 8 pixels, without overlap, that have ink in one of the
 * images: gray that spans 16 or more. 1 if neither has ink. @throws RangeError for images of different sizes.
 */
export function inkSimilarity(one: Pixels, other: Pixels): number {
  if (one.width !== other.width || one.height !== other.height) throw new RangeError('the images differ in size');
  const similarities: number[] = [];
  for (let top = 0; top + 8 <= one.height; top += 8) {
    for (let left = 0; left + 8 <= one.width; left += 8) {
      const cells = Array.from({ length: 64 }, (_, at) => (top + (at >> 3)) * one.width + left + (at & 7));
      const [a, b] = [cells.map((at) => grayOf(one, at)), cells.map((at) => grayOf(other, at))];
      if (hasInk(a) || hasInk(b)) similarities.push(similarity(a, b));
    }
  }
  return similarities.length === 0 ? 1 : mean(similarities);
}

const hasInk = (grays: readonly number[]): boolean => Math.max(...grays) - Math.min(...grays) >= 16;

function similarity(a: readonly number[], b: readonly number[]): number {
  const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];
  const [ma, mb] = [mean(a), mean(b)];
  const covariance = mean(a.map((value, at) => (value - ma) * (b[at]! - mb)));
  return (
    ((2 * ma * mb + c1) * (2 * covariance + c2)) /
    ((ma ** 2 + mb ** 2 + c1) * (deviation(a) ** 2 + deviation(b) ** 2 + c2))
  );
}
