/** Why a PowerPoint file cannot be used as a template. The message is for its owner and includes the remedy. */
export type BrandErrorKind = 'unreadable' | 'too-large' | 'other-format' | 'unusable' | 'bad-roles' | 'busy';

export class BrandError extends Error {
  override readonly name = 'BrandError';

  constructor(
    readonly kind: BrandErrorKind,
    message: string,
  ) {
    super(message);
  }
}
