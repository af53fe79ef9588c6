/** The faces for measuring and drawing text. They come from npm packages, so no system fonts are needed. */
import { dirname, join } from 'node:path';
import type { Font, Glyph } from 'fontkit';
import * as fontkit from 'fontkit';
import type { Family } from './deck';

const files = {
  'arimo-regular': 'arimo/400Regular/Arimo_400Regular.ttf',
  'arimo-bold': 'arimo/700Bold/Arimo_700Bold.ttf',
  'gelasio-regular': 'gelasio/400Regular/Gelasio_400Regular.ttf',
  'gelasio-bold': 'gelasio/700Bold/Gelasio_700Bold.ttf',
  'carlito-regular': 'carlito/400Regular/Carlito_400Regular.ttf',
  'carlito-bold': 'carlito/700Bold/Carlito_700Bold.ttf',
  'cousine-regular': 'cousine/400Regular/Cousine_400Regular.ttf',
  'cousine-bold': 'cousine/700Bold/Cousine_700Bold.ttf',
  'noto-sans-sc-regular': 'noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  'noto-sans-sc-bold': 'noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf',
} as const;

export type FaceName = keyof typeof files;

export const faceName = (family: Family | 'noto-sans-sc', bold: boolean): FaceName =>
  `${family}-${bold ? 'bold' : 'regular'}`;

/** Ligatures are off, because presentation programs do not use them and widths must be equal everywhere. */
export const features: Record<string, boolean> = { liga: false, clig: false, dlig: false };

/** Returns the absolute path of a face's TrueType file. */
export function fontFile(name: FaceName): string {
  const [family = '', ...rest] = files[name].split('/');
  // Resolved by path, because the entry point of these packages is made for a mobile bundler.
  return join(dirname(require.resolve(`@expo-google-fonts/${family}/package.json`)), ...rest);
}

/** The font library fails at the no-break space of Carlito, whose outline is empty. Its width is that of a space. */
const drawable = (text: string): string => text.replaceAll('\u00a0', ' ');

export interface Face {
  name: FaceName;
  has(codePoint: number): boolean;
  /** Width in points. */
  width(text: string, size: number): number;
  shape(text: string): ShapedGlyph[];
  unitsPerEm: number;
}

/** A glyph with its pen position in font units. */
export interface ShapedGlyph {
  glyph: Glyph;
  x: number;
  y: number;
}

const faces = new Map<FaceName, Face>();
const cacheLimit = 20_000;

/** Loads a face once per process. */
export function face(name: FaceName): Face {
  let found = faces.get(name);
  if (!found) {
    found = open(name);
    faces.set(name, found);
  }
  return found;
}

function open(name: FaceName): Face {
  const font = fontkit.openSync(fontFile(name)) as Font;
  const covered = new Map<number, boolean>();
  const advances = new Map<string, number>();
  return {
    name,
    unitsPerEm: font.unitsPerEm,
    has(codePoint) {
      let known = covered.get(codePoint);
      if (known === undefined) {
        known = font.hasGlyphForCodePoint(codePoint);
        covered.set(codePoint, known);
      }
      return known;
    },
    width(text, size) {
      let advance = advances.get(text);
      if (advance === undefined) {
        advance = font.layout(drawable(text), features).advanceWidth / font.unitsPerEm;
        if (advances.size >= cacheLimit) advances.clear();
        advances.set(text, advance);
      }
      return advance * size;
    },
    shape(text) {
      const run = font.layout(drawable(text), features);
      const shaped: ShapedGlyph[] = [];
      let pen = 0;
      run.glyphs.forEach((glyph, index) => {
        const position = run.positions[index]!;
        shaped.push({ glyph, x: pen + position.xOffset, y: position.yOffset });
        pen += position.xAdvance;
      });
      return shaped;
    },
  };
}
