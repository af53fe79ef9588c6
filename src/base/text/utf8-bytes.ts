/** Bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
  return [...text].reduce((sum, character) => sum + utf8Bytes(character), 0);
}

/** Bytes of a character in UTF-8, counted by hand because the workflow sandbox has no Buffer. */
export function utf8Bytes(character: string): number {
  const point = character.codePointAt(0)!;
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}
