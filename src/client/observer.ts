import type { EndpointName } from '../contract/index';
import { ServiceError, type ServiceErrorData } from './errors';

/** One attempt that is about to be sent. */
export interface ObservedCall {
  endpoint: EndpointName | 'download';
  method: string;
}

export interface CallOutcome {
  /** HTTP status, when an answer began. */
  status?: number;
  /** Of an attempt that failed. */
  error?: ServiceErrorData;
}

/** What somebody who counts or traces wants of one attempt. */
export interface CallObservation {
  /** Sent with the request, beside its own: none of them is signed. */
  headers: Record<string, string>;
  /** Called once, when the answer was read to its end, or when the attempt has failed. */
  end(outcome: CallOutcome): void;
}

/** Told of every attempt: the endpoint, never its address, headers or body. */
export interface CallObserver {
  begin(call: ObservedCall): CallObservation;
}

/** An attempt under way, seen from inside. */
export interface Watched {
  readonly headers: Record<string, string>;
  /** Called when the answer's head has come. */
  answered(status: number): void;
}

/** Runs one attempt under the eyes of an observer. */
export async function watched<T>(
  observer: CallObserver | undefined,
  call: ObservedCall,
  run: (seen: Watched) => Promise<T>,
): Promise<T> {
  const { seen, end } = watch(observer, call);
  try {
    const result = await run(seen);
    end();
    return result;
  } catch (error) {
    end(error);
    throw error;
  }
}

/** The same for one whose result arrives in pieces: it ends with the last of them, or when its reader leaves. */
export async function* watchedPieces<T>(
  observer: CallObserver | undefined,
  call: ObservedCall,
  run: (seen: Watched) => Promise<AsyncIterable<T>>,
): AsyncGenerator<T, void, undefined> {
  const { seen, end } = watch(observer, call);
  let outcome: unknown = new ServiceError('', { kind: 'aborted', endpoint: call.endpoint, sent: 'yes' });
  try {
    yield* await run(seen);
    outcome = undefined;
  } catch (error) {
    outcome = error;
    throw error;
  } finally {
    end(outcome);
  }
}

function watch(observer: CallObserver | undefined, call: ObservedCall) {
  const observation = observer?.begin(call);
  let status: number | undefined;
  const seen: Watched = {
    headers: observation?.headers ?? {},
    answered: (now) => {
      status = now;
    },
  };
  const end = (error?: unknown): void => {
    const data = error instanceof ServiceError ? error.data : undefined;
    status = data?.httpStatus ?? status;
    observation?.end({
      ...(status === undefined ? {} : { status }),
      ...(error === undefined
        ? {}
        : { error: data ?? { kind: 'malformed', endpoint: call.endpoint, sent: 'unknown' } }),
    });
  };
  return { seen, end };
}
