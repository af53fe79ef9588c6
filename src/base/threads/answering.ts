import { Refusal } from './refusal';
import { type Beginning, begin } from './thread-time';

/** What a thread receives. */
export interface ThreadCall<Request> {
  request: Request;
  began: Beginning;
}

/** The result of a thread. A refusal is sent as data, because errors lose their class between threads. */
export type Reply = { value: unknown } | { refused: Pick<Refusal, 'kind' | 'message'> };

/** Creates the function that a thread's script exports, which runs one request at a time. */
export function answering<Request>(run: (request: Request) => unknown): (call: ThreadCall<Request>) => Promise<Reply> {
  return async ({ request, began }) => {
    begin(began);
    try {
      return { value: await run(request) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { refused: { kind: error.kind, message: error.message } };
    }
  };
}
