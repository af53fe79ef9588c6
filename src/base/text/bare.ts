/** A text apart from its case, punctuation and spaces, to compare titles. */
export function bare(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
