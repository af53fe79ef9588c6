import { ServiceError } from '../contract/service-error';

/** The result of a thread. A refusal is sent as data, because errors lose their class between threads. */
export type Reply = { value: unknown } | { refused: Pick<ServiceError, 'kind' | 'message' | 'httpStatus'> };

/** Creates the function that a thread's script exports, which runs one request at a time. */
export function answering<Request>(run: (request: Request) => unknown): (request: Request) => Promise<Reply> {
  return async (request) => {
    try {
      return { value: await run(request) };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return { refused: { kind: error.kind, message: error.message, httpStatus: error.httpStatus } };
    }
  };
}
