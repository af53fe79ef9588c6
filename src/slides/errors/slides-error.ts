import { Refusal } from '../../base/threads/refusal';

/**
 * Why a document, template or deck cannot be used. `invalid`: fix the input. `too-large`: make it smaller. `template`: the
 * PowerPoint file no longer fits. `too-much-work`: a limit of time or memory, which a retry would exceed again.
 */
export type SlidesErrorKind = 'invalid' | 'too-large' | 'template' | 'too-much-work';

export class SlidesError extends Refusal {
  override readonly name = 'SlidesError';

  constructor(
    override readonly kind: SlidesErrorKind,
    message: string,
  ) {
    super(kind, message);
  }
}
