import { Refusal } from '../contract/refusal';

/** What a thread answers. A refusal travels as data, because errors lose their class on the way. */
export type Reply = { value: unknown } | { refused: Pick<Refusal, 'kind' | 'message' | 'httpStatus'> };

/** The function that a thread's script exports: runs one request at a time. */
export function answering<Request>(run: (request: Request) => unknown): (request: Request) => Promise<Reply> {
  return async (request) => {
    try {
      return { value: await run(request) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { refused: { kind: error.kind, message: error.message, httpStatus: error.httpStatus } };
    }
  };
}
