import { useEffect, useState } from 'preact/hooks';
import type { Logins } from '../v1/schemas';
import { ApiError, type ErrorCode, sessionCalls } from './calls';
import { Field, Problem } from './fields';
import { usePreferences } from './preferences';

/** Back to the page that asked, but not to what a failed login has added to its address. */
function loginAddress(): string {
  const page = new URL(location.href);
  page.searchParams.delete('login');
  return `/login?${new URLSearchParams({ to: `${page.pathname}${page.search}` })}`;
}

export function Login({ onLoggedIn }: { onLoggedIn: () => void }) {
  const { words } = usePreferences();
  const [ways, setWays] = useState<Logins>();
  useEffect(() => {
    sessionCalls()
      .get<Logins>('/v1/login')
      .then(setWays, () => setWays({ person: false, token: true }));
  }, []);
  const failure = new URLSearchParams(location.search).get('login');
  const failures: Readonly<Record<string, readonly string[]>> = words.login.failures;
  const [title, text] = (failure === null ? undefined : failures[failure]) ?? [];
  return (
    <div class="alone">
      <main class="alone-card login" id="content">
        <h1>{words.login.title}</h1>
        {title !== undefined && (
          <Problem>
            <strong>{title}.</strong> {text}
          </Problem>
        )}
        {ways?.person && (
          <a class="button primary" href={loginAddress()}>
            {words.login.continue}
          </a>
        )}
        {ways !== undefined && !ways.person && !ways.token && <p>{words.login.link}</p>}
        {ways?.token && !ways.person && <TokenForm onLoggedIn={onLoggedIn} />}
        {ways?.token && ways.person && (
          <details>
            <summary>{words.login.withToken}</summary>
            <TokenForm onLoggedIn={onLoggedIn} />
          </details>
        )}
      </main>
    </div>
  );
}

/** The token is sent once and not kept; the session is an HttpOnly cookie. */
function TokenForm({ onLoggedIn }: { onLoggedIn: () => void }) {
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
      await sessionCalls().post('/v1/login', { token });
      onLoggedIn();
    } catch (error) {
      form.reset();
      setBusy(false);
      setFailure(error instanceof ApiError ? error.code : 'internal');
    }
  };
  return (
    <form onSubmit={onSubmit}>
      <p>{words.list.loginText}</p>
      <Field label={words.list.token}>
        <input type="password" name="token" required autoComplete="off" />
      </Field>
      {failure !== undefined && (
        <Problem>
          <strong>{words.errors[failure]?.[0]}.</strong> {words.errors[failure]?.[1]}
        </Problem>
      )}
      <button type="submit" class="primary" disabled={busy}>
        {words.list.login}
      </button>
    </form>
  );
}
