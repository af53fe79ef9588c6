/** Hue, saturation and lightness, in which the format describes how one color is derived from another. */
export interface Hsl {
  /** Degrees. */
  h: number;
  /** Both from 0 to 1. */
  s: number;
  l: number;
}

/** Red, green and blue from 0 to 255. */
export const rgbOf = (hex: string): [number, number, number] =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number];

export const hexOfRgb = (channels: readonly number[]): string =>
  `#${channels.map((each) => Math.round(each).toString(16).padStart(2, '0')).join('')}`.toUpperCase();

export function hslOf(hex: string): Hsl {
  const [r, g, b] = rgbOf(hex).map((each) => each / 255) as [number, number, number];
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
  const [l, spread] = [(most + least) / 2, most - least];
  if (spread === 0) return { h: 0, s: 0, l };
  const s = spread / (1 - Math.abs(2 * l - 1));
  const turn = most === r ? (g - b) / spread : most === g ? (b - r) / spread + 2 : (r - g) / spread + 4;
  return { h: (turn * 60 + 360) % 360, s: Math.min(1, s), l };
}

export function hexOf({ h, s, l }: Hsl): string {
  const chroma = (1 - Math.abs(2 * l - 1)) * s;
  const channel = (shift: number): number => {
    const at = (shift + h / 30) % 12;
    const value = l - (chroma / 2) * Math.max(-1, Math.min(at - 3, 9 - at, 1));
    return Math.min(1, Math.max(0, value)) * 255;
  };
  return hexOfRgb([channel(0), channel(8), channel(4)]);
}

/** Relative luminance as in WCAG. */
export function luminance(hex: string): number {
  const [r, g, b] = rgbOf(hex).map((each) => {
    const value = each / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

export function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}
