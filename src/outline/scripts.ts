/** Scripts that need more than the fonts of the product, by their names for people. */

export const optionalFamilies = [
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

export interface ScriptFont {
  script: string;
  characters: RegExp;
  /** Absent where no font helps, because our layout draws the script wrongly. */
  family?: OptionalFamily;
}

const script = (name: string, characters: RegExp, family?: OptionalFamily): ScriptFont => ({
  script: name,
  characters,
  ...(family === undefined ? {} : { family }),
});

export const scriptFonts: readonly ScriptFont[] = [
  script('Arabic', /\p{Script_Extensions=Arabic}/u, 'vazirmatn'),
  script('Korean', /\p{Script=Hangul}/u, 'noto-sans-kr'),
  script('Devanagari', /\p{Script=Devanagari}/u, 'noto-sans-devanagari'),
  script('Bengali', /\p{Script=Bengali}/u),
  script('Gujarati', /\p{Script=Gujarati}/u, 'noto-sans-gujarati'),
  script('Gurmukhi', /\p{Script=Gurmukhi}/u),
  script('Kannada', /\p{Script=Kannada}/u),
  script('Malayalam', /\p{Script=Malayalam}/u, 'noto-sans-malayalam'),
  script('Sinhala', /\p{Script=Sinhala}/u, 'noto-sans-sinhala'),
  script('Tamil', /\p{Script=Tamil}/u, 'noto-sans-tamil'),
  script('Telugu', /\p{Script=Telugu}/u),
  script('Thai', /\p{Script=Thai}/u, 'noto-sans-thai'),
  script('Lao', /\p{Script=Lao}/u),
  script('Khmer', /\p{Script=Khmer}/u, 'noto-sans-khmer'),
  script('Burmese', /\p{Script=Myanmar}/u),
  script('Tibetan', /\p{Script=Tibetan}/u),
  script('Mongolian', /\p{Script=Mongolian}/u),
  script('Georgian', /\p{Script=Georgian}/u, 'noto-sans-georgian'),
  script('Armenian', /\p{Script=Armenian}/u, 'noto-sans-armenian'),
  script('Ethiopic', /\p{Script=Ethiopic}/u, 'noto-sans-ethiopic'),
  script('emoji', /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|[#*0-9]\ufe0f?\u20e3/u, 'noto-emoji'),
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
