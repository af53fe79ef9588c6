/**
 * An error that tells its sender what to do. It crosses the border of a thread as data, because errors lose their class
 * there: `kind` and `message` arrive, subclasses do not.
 */
export class Refusal extends Error {
  override readonly name: string = 'Refusal';

  constructor(
    readonly kind: string,
    message: string,
  ) {
    super(message);
  }
}

/** The machine did not get to the end of a call; a retry may succeed. */
export class Busy extends Refusal {
  constructor(wait: number) {
    super('busy', `the server is too busy: this did not finish within ${wait / 1000} s. Retry later`);
  }
}

/** Too many calls of one user or account wait. */
export class QueueFull extends Refusal {
  constructor(waiting: number, of: 'user' | 'account') {
    super('queue-full', `${waiting} calls of this ${of} are already waiting; retry later`);
  }
}
