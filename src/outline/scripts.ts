/** Scripts without a font or without the layout that they need, by their names for people. */
const UNSUPPORTED: readonly (readonly [name: string, characters: RegExp])[] = [
  ['Arabic', /\p{Script=Arabic}/u],
  ['Hebrew', /\p{Script=Hebrew}/u],
  ['Korean', /\p{Script=Hangul}/u],
  ['Devanagari', /\p{Script=Devanagari}/u],
  ['Bengali', /\p{Script=Bengali}/u],
  ['Gujarati', /\p{Script=Gujarati}/u],
  ['Gurmukhi', /\p{Script=Gurmukhi}/u],
  ['Kannada', /\p{Script=Kannada}/u],
  ['Malayalam', /\p{Script=Malayalam}/u],
  ['Sinhala', /\p{Script=Sinhala}/u],
  ['Tamil', /\p{Script=Tamil}/u],
  ['Telugu', /\p{Script=Telugu}/u],
  ['Thai', /\p{Script=Thai}/u],
  ['Lao', /\p{Script=Lao}/u],
  ['Khmer', /\p{Script=Khmer}/u],
  ['Burmese', /\p{Script=Myanmar}/u],
  ['Tibetan', /\p{Script=Tibetan}/u],
  ['Mongolian', /\p{Script=Mongolian}/u],
  ['Georgian', /\p{Script=Georgian}/u],
  ['Armenian', /\p{Script=Armenian}/u],
  ['Ethiopic', /\p{Script=Ethiopic}/u],
  ['emoji', /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f/u],
];

/** Names of the scripts in a text that cannot be drawn. */
export function unsupportedScripts(text: string): string[] {
  return UNSUPPORTED.flatMap(([name, characters]) => (characters.test(text) ? [name] : []));
}

export function scriptsSentence(names: readonly string[]): string {
  const list = names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  return (
    `Text in ${list} cannot be drawn: PDF and images show boxes in its place. ` +
    'The PPTX has the text, in the fonts of the computer that opens it.'
  );
}
