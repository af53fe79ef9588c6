import { useEffect, useState } from 'preact/hooks';
import { ApiError, type Calls, type ErrorCode } from './calls';

/** The response to a request, the previous one while it is loading, or why it failed. Without a path, nothing. */
export function useLoaded<T>(calls: Calls, path: string | undefined, onLoggedOut?: (error: ApiError) => void) {
  const [loaded, setLoaded] = useState<T>();
  const [failure, setFailure] = useState<ErrorCode>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (path === undefined) return;
    const abort = new AbortController();
    calls.get<T>(path, abort.signal).then(
      (response) => {
        setFailure(undefined);
        setLoaded(response);
      },
      (error: unknown) => {
        if (abort.signal.aborted) return;
        if (error instanceof ApiError && error.code === 'login-needed') onLoggedOut?.(error);
        setFailure(error instanceof ApiError ? error.code : 'internal');
      },
    );
    return () => abort.abort();
  }, [calls, path, round, onLoggedOut]);
  return { loaded, failure, retry: () => setRound(round + 1) };
}
