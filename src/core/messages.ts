/** Names of the workflow and of its messages, for clients in any language. */
export const PRESENTATION = 'presentation';
export const messageNames = {
  /** Query without argument: {@link PresentationProgress}. */
  progress: 'progress',
  /** Update {@link ReviewMessage} → {@link ReviewAnswer}; an invalid one is rejected with an error message. */
  review: 'review',
  /** Signal `{revision, reviewer?}`: approves a revision of the outline; an invalid one is recorded and ignored. */
  approveOutline: 'approveOutline',
  /** Update without argument: {@link OutlineAnswer}, as soon as the outline needs a decision or will need none. */
  awaitOutline: 'awaitOutline',
  /** Update {@link ResolveMessage} → {@link ResolveAnswer}: tells a parked deck how to proceed. */
  resolve: 'resolve',
  /** Update without argument: the deck continues as a new run on the current build, at its next wait at the latest. */
  moveToCurrentBuild: 'moveToCurrentBuild',
} as const;

/** Failure type of an update that only waits, if its run continues as new. Send it again. */
export const CONTINUED_AS_NEW = 'ContinuedAsNew';

/** Failure type of a decision about a revision while the deck applies an earlier decision about it. */
export const ALREADY_DECIDED = 'AlreadyDecided';
