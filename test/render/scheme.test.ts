import { composeDeck } from '../../src/slides/render/compose';
import type { Role } from '../../src/slides/render/deck/deck';
import { writePptx } from '../../src/slides/render/pptx/package';
import { schemeOf } from '../../src/slides/render/pptx/scheme';
import { openPackage } from './open-package';
import { coloursOf, faintTexts, resolved } from './painted';
import { english } from './samples';
import { someTemplates } from './some-templates';

type Colours = Record<string, string>;
const accents = (...all: string[]): Colours => Object.fromEntries(all.map((each, at) => [`accent${at + 1}`, each]));

const office: Colours = {
  ...{ dk1: '000000', lt1: 'FFFFFF', dk2: '44546A', lt2: 'E7E6E6', hlink: '0563C1', folHlink: '954F72' },
  ...accents('4472C4', 'ED7D31', 'A5A5A5', 'FFC000', '5B9BD5', '70AD47'),
};
const night: Colours = {
  ...{ bg1: '1E1E1E', tx1: 'F2F2F2', bg2: '2B2D31', tx2: 'D6DCE5', hlink: '8AB4F8', folHlink: 'C58AF9' },
  ...accents('8FBFFF', 'FFB454', '7ED491', 'F2C94C', 'B9A3FF', 'FF8FA3'),
};

/** The night palette for a master that takes its page from the light slots, or from the dark ones. */
const nightFor = (dark: boolean): Colours => {
  const { bg1, tx1, bg2, tx2, ...rest } = night;
  return dark
    ? { ...rest, dk1: bg1!, lt1: tx1!, dk2: bg2!, lt2: tx2! }
    : { ...rest, lt1: bg1!, dk1: tx1!, lt2: bg2!, dk2: tx2! };
};

function recoloured(parts: Map<string, string>, colours: Colours): Map<string, string> {
  const theme = parts.get('ppt/theme/theme1.xml')!;
  const changed = theme.replace(
    /<a:(dk1|lt1|dk2|lt2|accent\d|hlink|folHlink)><a:srgbClr val="[0-9A-F]{6}"\/>/g,
    (_, slot: string) => `<a:${slot}><a:srgbClr val="${colours[slot]}"/>`,
  );
  return new Map([...parts, ['ppt/theme/theme1.xml', changed]]);
}

describe.each(someTemplates.map((template) => [template.id, template] as const))('suit %i', (_, template) => {
  const parts = (['standard', 'pro'] as const).map((layout) =>
    openPackage(writePptx(composeDeck(english, template, layout))),
  );

  it('looks the same in a PPTX, except for rounding', () => {
    const { colour } = schemeOf(composeDeck(english, template).style);
    const colours = coloursOf(parts[0]!);
    for (const role of Object.keys(template.palette) as Role[]) {
      for (const use of ['fill', 'text'] as const) {
        const [r, g, b] = resolved(colour({ role }, use), colours);
        const [wr, wg, wb] = [1, 3, 5].map((at) => Number.parseInt(template.palette[role].slice(at, at + 2), 16));
        expect([role, use, Math.max(Math.abs(r - wr!), Math.abs(g - wg!), Math.abs(b - wb!)) <= 3]).toEqual([
          role,
          use,
          true,
        ]);
      }
    }
  });

  it.each([
    ['its own', undefined],
    ['the Office', office],
    ['a dark', nightFor(template.dark ?? false)],
  ])('is readable with %s palette', (_name, palette) => {
    for (const each of parts) expect(faintTexts(palette ? recoloured(each, palette) : each)).toEqual([]);
  });

  it('has six different accents', () => {
    const colours = coloursOf(parts[0]!);
    const all = [1, 2, 3, 4, 5, 6].map((at) => resolved(`<a:schemeClr val="accent${at}"/>`, colours));
    for (const [at, one] of all.entries())
      for (const other of all.slice(at + 1))
        expect(Math.hypot(...one.map((value, channel) => value - other[channel]!))).toBeGreaterThan(40);
  });
});
