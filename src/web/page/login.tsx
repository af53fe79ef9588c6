import { useEffect, useState } from 'preact/hooks';
import { ApiError, type ErrorCode, operatorCalls } from './calls';
import { usePreferences } from './preferences';

/** How people can log in here. */
interface Ways {
  person: boolean;
  token: boolean;
}

/** Back to the page that asked, but not to what a failed login has added to its address. */
function loginAddress(): string {
  const page = new URL(location.href);
  page.searchParams.delete('login');
  return `/login?${new URLSearchParams({ to: `${page.pathname}${page.search}` })}`;
}

/** @param onToken absent for a page that the shared token does not open */
export function Login({ onToken }: { onToken?: (token: string) => Promise<void> }) {
  const { words } = usePreferences();
  const [ways, setWays] = useState<Ways>();
  useEffect(() => {
    operatorCalls()
      .get<Ways>('/api/login')
      .then(setWays, () => setWays({ person: false, token: true }));
  }, []);
  const failure = new URLSearchParams(location.search).get('login');
  const failures: Readonly<Record<string, readonly string[]>> = words.login.failures;
  const [title, text] = (failure === null ? undefined : failures[failure]) ?? [];
  const hasForm = ways?.token === true && onToken !== undefined;
  return (
    <div class="alone">
      <main class="alone-card login" id="content">
        <h1>{words.login.title}</h1>
        {title !== undefined && (
          <p class="problem" role="alert">
            <strong>{title}.</strong> {text}
          </p>
        )}
        {ways?.person && (
          <a class="button primary" href={loginAddress()}>
            {words.login.continue}
          </a>
        )}
        {ways !== undefined && !ways.person && !hasForm && <p>{words.login.link}</p>}
        {hasForm && !ways.person && <TokenForm onToken={onToken} />}
        {hasForm && ways.person && (
          <details>
            <summary>{words.login.withToken}</summary>
            <TokenForm onToken={onToken} />
          </details>
        )}
      </main>
    </div>
  );
}

/** The token is sent once and not kept; the session is an HttpOnly cookie. */
function TokenForm({ onToken }: { onToken: (token: string) => Promise<void> }) {
  const { words } = usePreferences();
  const [failure, setFailure] = useState<ErrorCode>();
  const [busy, setBusy] = useState(false);
  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const token = String(new FormData(form).get('token') ?? '').trim();
    setBusy(true);
    setFailure(undefined);
    try {
      await onToken(token);
    } catch (error) {
      form.reset();
      setBusy(false);
      setFailure(error instanceof ApiError ? error.code : 'internal');
    }
  };
  return (
    <form onSubmit={onSubmit}>
      <p>{words.list.loginText}</p>
      <label class="field">
        <span>{words.list.token}</span>
        <input type="password" name="token" required autoComplete="off" />
      </label>
      {failure !== undefined && (
        <p class="problem" role="alert">
          <strong>{words.errors[failure]?.[0]}.</strong> {words.errors[failure]?.[1]}
        </p>
      )}
      <button type="submit" class="primary" disabled={busy}>
        {words.list.login}
      </button>
    </form>
  );
}
