/** The effective style of each level of a placeholder: layout, then master, then the defaults of the presentation. */
import { at, elements, type XmlNode } from './xml';

/** Sizes and distances are in points. */
export interface LevelStyle {
  size: number;
  bold: boolean;
  /** Resolved through the theme. */
  typeface: string;
  capitals: boolean;
  /** Left edge of the text, and of its first line relative to it. */
  left: number;
  indent: number;
  /** Multiple of the natural line height, or exact points. */
  spacing: { share: number } | { points: number };
  before: number;
  /** A color that is not the theme's text color, such as `a:srgbClr`. */
  color: XmlNode | undefined;
}

const LEVELS = 5;
const DEFAULT_SIZE = 18;
const points = (emu: string | undefined): number | undefined => (emu === undefined ? undefined : Number(emu) / 12_700);

export interface ThemeFonts {
  major: string;
  minor: string;
}

/** @param sources list styles, the closest first. */
export function levelStyles(
  sources: readonly (XmlNode | undefined)[],
  fonts: ThemeFonts,
  title: boolean,
): LevelStyle[] {
  return Array.from({ length: LEVELS }, (_, level) => levelStyle(sources, level, fonts, title));
}

export function levelStyle(
  sources: readonly (XmlNode | undefined)[],
  level: number,
  fonts: ThemeFonts,
  title: boolean,
): LevelStyle {
  const own = sources.flatMap((each) => [at(each, `a:lvl${level + 1}pPr`), at(each, 'a:defPPr')].filter(isNode));
  const first = <Value>(read: (node: XmlNode) => Value | undefined): Value | undefined => {
    for (const node of own) {
      const value = read(node);
      if (value !== undefined) return value;
    }
    return undefined;
  };
  const run = (name: string) => first((node) => at(node, 'a:defRPr')?.attributes[name]);
  const size = Number(run('sz') ?? DEFAULT_SIZE * 100) / 100;
  const typeface =
    first((node) => at(node, 'a:defRPr', 'a:latin')?.attributes.typeface) ?? (title ? '+mj-lt' : '+mn-lt');
  const spacing = first((node) => {
    const [percent, exact] = spacingOf(at(node, 'a:lnSpc'));
    return percent !== undefined ? { share: percent } : exact !== undefined ? { points: exact } : undefined;
  });
  const before = first((node) => {
    const [percent, exact] = spacingOf(at(node, 'a:spcBef'));
    return exact ?? (percent === undefined ? undefined : percent * size * 1.2);
  });
  return {
    size: size > 0 ? size : DEFAULT_SIZE,
    bold: run('b') === '1' || run('b') === 'true',
    typeface: typeface.startsWith('+mj') ? fonts.major : typeface.startsWith('+mn') ? fonts.minor : typeface,
    capitals: run('cap') === 'all',
    left: first((node) => points(node.attributes.marL)) ?? 0,
    indent: first((node) => points(node.attributes.indent)) ?? 0,
    spacing: spacing ?? { share: 1 },
    before: before ?? 0,
    color: first((node) => elements(at(node, 'a:defRPr', 'a:solidFill'))[0]),
  };
}

const isNode = (node: XmlNode | undefined): node is XmlNode => node !== undefined;

/** A distance as a share or as points. */
function spacingOf(node: XmlNode | undefined): [share: number | undefined, points: number | undefined] {
  const percent = at(node, 'a:spcPct')?.attributes.val;
  const exact = at(node, 'a:spcPts')?.attributes.val;
  return [
    percent === undefined
      ? undefined
      : percent.endsWith('%')
        ? Number.parseFloat(percent) / 100
        : Number(percent) / 100_000,
    exact === undefined ? undefined : Number(exact) / 100,
  ];
}
