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

/** Rejects a document. The message is for the person who uploaded it and includes the remedy. */
export class ImportError extends Error {
  override readonly name = 'ImportError';

  constructor(
    readonly kind: ImportErrorKind,
    message: string,
  ) {
    super(message);
  }
}
