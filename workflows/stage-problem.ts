/** Something that a stage found wrong itself, not an activity: parks the deck like a failed call. */
export class StageProblem extends Error {
  constructor(
    readonly type: string,
    message: string,
  ) {
    super(message);
    this.name = 'StageProblem';
  }
}
