import type { ComponentChildren } from 'preact';
import { useCallback, useMemo, useState } from 'preact/hooks';
import { ApiError, type ErrorCode, operatorCalls } from './calls';
import { Login } from './login';
import { ErrorBanner } from './messages';
import { PreferenceControls } from './preferences';

export type Operator = ReturnType<typeof useOperator>;

/** The calls of an operator, with the last error and whether the session has ended. */
export function useOperator() {
  const calls = useMemo(operatorCalls, []);
  const [failure, setFailure] = useState<ErrorCode>();
  const [loggedOut, setLoggedOut] = useState(false);
  const onError = useCallback((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'login-needed') setLoggedOut(true);
    else setFailure(error.code);
  }, []);
  return { calls, failure, setFailure, loggedOut, setLoggedOut, onError };
}

/** The frame of a page for operators; the login if there is no session. */
export function OperatorPage({
  operator: { calls, failure, setFailure, loggedOut, setLoggedOut },
  title,
  tools,
  children,
}: {
  operator: Operator;
  title: string;
  /** Next to the preferences. */
  tools: ComponentChildren;
  children: ComponentChildren;
}) {
  if (loggedOut) {
    const onToken = async (token: string) => {
      await calls.post('/api/login', { token });
      setFailure(undefined);
      setLoggedOut(false);
    };
    return <Login onToken={onToken} />;
  }
  return (
    <div class="page list-page">
      <header class="top">
        <h1>{title}</h1>
        <div class="list-tools">
          <PreferenceControls />
          {tools}
        </div>
      </header>
      {failure !== undefined && <ErrorBanner code={failure} />}
      <main id="content">{children}</main>
    </div>
  );
}
