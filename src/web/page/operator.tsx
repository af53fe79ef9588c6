import type { ComponentChildren } from 'preact';
import { useCallback, useMemo, useState } from 'preact/hooks';
import { AppBar } from './app-bar';
import { Button } from './button';
import { ApiError, type ErrorCode, sessionCalls } from './calls';
import { Login } from './login';
import { ErrorBanner } from './messages';
import { useWords } from './preferences';
import { useTitle } from './use-window';

export type Operator = ReturnType<typeof useOperator>;

/** The calls of an operator, with the last error and whether the session has ended. */
export function useOperator() {
  const [failure, setFailure] = useState<ErrorCode>();
  const [loggedOut, setLoggedOut] = useState(false);
  // After a login, everything is loaded again.
  const calls = useMemo(() => sessionCalls(), [loggedOut]);
  const onError = useCallback((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'login-needed') setLoggedOut(true);
    else setFailure(error.code);
  }, []);
  return { calls, failure, setFailure, loggedOut, setLoggedOut, onError };
}

/** The frame of a page for operators; the login if there is no session. */
export function OperatorPage(props: {
  operator: Operator;
  current: 'decks' | 'templates' | 'new';
  title: string;
  children: ComponentChildren;
}) {
  const { current, title, children } = props;
  const { calls, failure, setFailure, loggedOut, setLoggedOut, onError } = props.operator;
  const words = useWords();
  useTitle(title);
  const logOut = () =>
    calls.post<{ address?: string }>('/v1/logout', {}).then(({ address }) => {
      setLoggedOut(true);
      if (address !== undefined) location.assign(address);
    }, onError);
  if (loggedOut) {
    const onLoggedIn = () => {
      setFailure(undefined);
      setLoggedOut(false);
    };
    return (
      <>
        <AppBar />
        <Login onLoggedIn={onLoggedIn} />
      </>
    );
  }
  return (
    <>
      <AppBar current={current}>
        <Button class="quiet" onClick={logOut}>
          {words.list.logout}
        </Button>
      </AppBar>
      <div class="page list-page">
        <main id="content">
          <h1>{title}</h1>
          {failure !== undefined && <ErrorBanner code={failure} />}
          {children}
        </main>
      </div>
    </>
  );
}
