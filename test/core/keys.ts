import fc from 'fast-check';

/** Pieces that look alike, disappear or mean something to a file system, an id or a shell. */
const keyPieces = [
  ...['a', 'A', 'eve', 'deck', '.', '..', '-', '+', '@', '1', 'é', 'CON', 'nul', '字'.repeat(41), 'x'.repeat(60)],
];
const textPieces = [
  ...keyPieces,
  ...['~', '%', '%20', '/', '\\', ' ', 'e\u0301', '\u200b', '\u202e', "'", '"', ':', '~1', '🍵'],
];

const isKey = (text: string) => /^[\p{L}\p{N}._@+=-]{1,100}$/u.test(text);
/** Without half a character at the end. */
const cut = (text: string, most: number) => Array.from(text).slice(0, most).join('');

const key = fc
  .array(fc.oneof(fc.constantFrom(...keyPieces), fc.stringMatching(/^[\p{L}\p{N}._@+=-]{1,3}$/u)), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => cut(parts.join(''), 100))
  .filter(isKey);

/** Empty where there is none; trimmed, as a checked input has it. */
const channel = fc
  .oneof(
    fc.constant(''),
    fc.array(fc.constantFrom(...textPieces), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
  )
  .map((text) => cut(text, 64).trim());

/** Keys of decks as a checked input has them. */
export const deckKeys = fc.record({ uid: key, channel, request: key });
