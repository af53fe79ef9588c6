import type { FailureType, StageFailure } from '../../src/core/failure-types';

/** A problem that a stage detects without a failed activity. It parks the deck like a failed call. */
export class StageProblem extends Error {
  constructor(
    readonly type: FailureType | StageFailure,
    message: string,
  ) {
    super(message);
    this.name = 'StageProblem';
  }
}
