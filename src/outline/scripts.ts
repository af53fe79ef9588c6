/** Scripts that need more than the fonts of the product, by their names for people. */

const optionalFamilies = [
  'vazirmatn',
  'noto-sans-devanagari',
  'noto-sans-thai',
  'noto-sans-kr',
  'noto-sans-jp',
  'noto-sans-gujarati',
  'noto-sans-malayalam',
  'noto-sans-sinhala',
  'noto-sans-tamil',
  'noto-sans-khmer',
  'noto-sans-georgian',
  'noto-sans-armenian',
  'noto-sans-ethiopic',
  'noto-emoji',
] as const;

/** Fonts in packages of their own, which users install if they need them. */
export type OptionalFamily = (typeof optionalFamilies)[number];

interface ScriptFont {
  script: string;
  characters: RegExp;
  /** Absent where no font helps, because our layout draws the script wrongly. */
  family?: OptionalFamily;
}

/** Literals only, so that the review page, which needs none of them, is built without them. */
export const scriptFonts: readonly ScriptFont[] = [
  { script: 'Arabic', characters: /\p{Script_Extensions=Arabic}/u, family: 'vazirmatn' },
  { script: 'Korean', characters: /\p{Script=Hangul}/u, family: 'noto-sans-kr' },
  { script: 'Devanagari', characters: /\p{Script=Devanagari}/u, family: 'noto-sans-devanagari' },
  { script: 'Bengali', characters: /\p{Script=Bengali}/u },
  { script: 'Gujarati', characters: /\p{Script=Gujarati}/u, family: 'noto-sans-gujarati' },
  { script: 'Gurmukhi', characters: /\p{Script=Gurmukhi}/u },
  { script: 'Kannada', characters: /\p{Script=Kannada}/u },
  { script: 'Malayalam', characters: /\p{Script=Malayalam}/u, family: 'noto-sans-malayalam' },
  { script: 'Sinhala', characters: /\p{Script=Sinhala}/u, family: 'noto-sans-sinhala' },
  { script: 'Tamil', characters: /\p{Script=Tamil}/u, family: 'noto-sans-tamil' },
  { script: 'Telugu', characters: /\p{Script=Telugu}/u },
  { script: 'Thai', characters: /\p{Script=Thai}/u, family: 'noto-sans-thai' },
  { script: 'Lao', characters: /\p{Script=Lao}/u },
  { script: 'Khmer', characters: /\p{Script=Khmer}/u, family: 'noto-sans-khmer' },
  { script: 'Burmese', characters: /\p{Script=Myanmar}/u },
  { script: 'Tibetan', characters: /\p{Script=Tibetan}/u },
  { script: 'Mongolian', characters: /\p{Script=Mongolian}/u },
  { script: 'Georgian', characters: /\p{Script=Georgian}/u, family: 'noto-sans-georgian' },
  { script: 'Armenian', characters: /\p{Script=Armenian}/u, family: 'noto-sans-armenian' },
  { script: 'Ethiopic', characters: /\p{Script=Ethiopic}/u, family: 'noto-sans-ethiopic' },
  {
    script: 'emoji',
    characters: /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|[#*0-9]\ufe0f?\u20e3/u,
    family: 'noto-emoji',
  },
];

/**
 * Names of the scripts in a text that cannot be drawn.
 * @param has whether an optional font is installed (default: none is).
 */
export function unsupportedScripts(text: string, has: (family: OptionalFamily) => boolean = () => false): string[] {
  return scriptFonts.flatMap(({ script: name, characters, family }) =>
    characters.test(text) && !(family && has(family)) ? [name] : [],
  );
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** The command that installs fonts; undefined for none. */
export function installLine(families: readonly OptionalFamily[]): string | undefined {
  if (families.length === 0) return undefined;
  return `npm install ${families.map((family) => `@expo-google-fonts/${family}`).join(' ')}`;
}

export function scriptsSentence(names: readonly string[]): string {
  const fonts = scriptFonts.filter(({ script: name }) => names.includes(name));
  const command = installLine(fonts.flatMap(({ family }) => family ?? []));
  const without = fonts.flatMap(({ script: name, family }) => (family ? [] : [name]));
  return (
    `Text in ${listed(names)} cannot be drawn: PDF and images show boxes in its place. ` +
    'The PPTX has the text, in the fonts of the computer that opens it.' +
    (command === undefined ? '' : ` To draw it, run "${command}" where the service runs, and restart it.`) +
    (command === undefined || without.length === 0 ? '' : ` For ${listed(without)}, no font helps.`)
  );
}
