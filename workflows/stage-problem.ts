/** A problem that a stage detects without a failed activity. It parks the deck like a failed call. */
export class StageProblem extends Error {
  constructor(
    readonly type: string,
    message: string,
  ) {
    super(message);
    this.name = 'StageProblem';
  }
}
