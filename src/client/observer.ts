import type { EndpointName } from '../contract/index';
import { given } from '../core/given';
import { ClientError, type ClientErrorData } from './errors';

/** An attempt that is about to be sent. */
export interface ObservedCall {
  endpoint: EndpointName | 'download';
  method: string;
}

export interface CallOutcome {
  /** HTTP status, once a response has begun. */
  status?: number;
  /** Set if the attempt failed. */
  error?: ClientErrorData;
}

/** Observes one attempt for metrics or traces. */
interface CallObservation {
  /** Additional headers of the request, none of which is signed. */
  headers: Record<string, string>;
  /** Called once, when the response was read completely or the attempt failed. */
  end(outcome: CallOutcome): void;
}

/** Notified of every attempt: of its endpoint, never of its URL, headers or body. */
export interface CallObserver {
  begin(call: ObservedCall): CallObservation;
}

/** The callbacks of a running attempt. */
interface Watched {
  readonly headers: Record<string, string>;
  /** Called when the response head arrives. */
  answered(status: number): void;
}

/** Runs one attempt and reports it to the observer. */
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

/** The same for a result that arrives in pieces: it ends with the last one, or when its reader leaves. */
export async function* watchedPieces<T>(
  observer: CallObserver | undefined,
  call: ObservedCall,
  run: (seen: Watched) => Promise<AsyncIterable<T>>,
): AsyncGenerator<T, void, undefined> {
  const { seen, end } = watch(observer, call);
  let outcome: unknown = new ClientError('', { kind: 'aborted', endpoint: call.endpoint, sent: 'yes' });
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
    const data = error instanceof ClientError ? error.data : undefined;
    status = data?.httpStatus ?? status;
    observation?.end({
      ...given({ status }),
      ...(error === undefined
        ? {}
        : { error: data ?? { kind: 'malformed', endpoint: call.endpoint, sent: 'unknown' } }),
    });
  };
  return { seen, end };
}
