/** The faces for measuring and drawing text. They come from npm packages, so no system fonts are needed. */
import { join } from 'node:path';
import type { Font, Glyph } from 'fontkit';
import * as fontkit from 'fontkit';
import { fontDirectory, fontPackage } from '../../../base/io/font-packages';
import type { OptionalFamily } from '../../../outline/scripts';
import type { Family } from './deck';

/** Those of the product. The build puts them, and no others, into the package. */
// bin/build.js reads this from the compiled file.
export const files = {
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

type OwnFace = keyof typeof files;
export type FaceName = OwnFace | `${OptionalFamily}-${'regular' | 'bold'}`;

export const faceName = (family: Family | 'noto-sans-sc' | OptionalFamily, bold: boolean): FaceName =>
  `${family}-${bold ? 'bold' : 'regular'}`;

const isOwn = (name: FaceName): name is OwnFace => name in files;
export const isOptional = (name: FaceName): boolean => !isOwn(name);

/** Presentation programs do not use these ligatures, and widths must be equal everywhere. */
const plain: Record<string, boolean> = { liga: false, clig: false, dlig: false };
/** Other scripts are unreadable without theirs. An empty set, because the PDF library splits text that has none. */
const all: Record<string, boolean> = {};

export const featuresOf = (name: FaceName): Record<string, boolean> => (isOwn(name) ? plain : all);

/** Returns the absolute path of a face's TrueType file. */
export function fontFile(name: FaceName): string {
  const [family = '', ...rest] = (isOwn(name) ? files[name] : optionalFile(name)).split('/');
  const directory = fontDirectory(family);
  if (directory === undefined) throw new Error(`the font package ${fontPackage(family)} is not installed`);
  return join(directory, ...rest);
}

/** "noto-sans-kr-bold" is `noto-sans-kr/700Bold/NotoSansKR_700Bold.ttf`. */
function optionalFile(name: string): string {
  const family = name.replace(/-(?:regular|bold)$/, '');
  const stem = family.replace(/(?:^|-)(kr|jp|[a-z])/g, (_, start: string) => start.toUpperCase());
  const weight = name.endsWith('-bold') ? '700Bold' : '400Regular';
  return `${family}/${weight}/${stem}_${weight}.ttf`;
}

/** Thai AM after tone marks: its ring belongs below them. The font library does not move it. */
const am = /([\u0e31\u0e34-\u0e37\u0e47-\u0e4e]{0,3})\u0e33/g;

/**
 * What the font library draws rightly. It fails at the no-break space of Carlito, whose outline is empty; its width is
 * that of a space.
 */
export const drawable = (text: string): string => text.replaceAll('\u00a0', ' ').replace(am, '\u0e4d$1\u0e32');

export interface Face {
  name: FaceName;
  has(codePoint: number): boolean;
  /** Width in points. */
  width(text: string, size: number): number;
  shape(text: string): ShapedGlyph[];
  unitsPerEm: number;
}

/** A glyph with its pen position in font units. */
interface ShapedGlyph {
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
  const features = featuresOf(name);
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
