/** Why an uploaded document cannot become a deck. */
export type ImportErrorKind =
  | 'empty'
  | 'too-large'
  | 'legacy-format'
  | 'protected'
  | 'other-format'
  | 'exploding'
  | 'damaged'
  | 'too-complex'
  | 'nothing-to-show';

/** The document is refused. The message is a sentence for the person who uploaded it and says what to do. */
export class ImportError extends Error {
  override readonly name = 'ImportError';

  constructor(
    readonly kind: ImportErrorKind,
    message: string,
  ) {
    super(message);
  }
}
