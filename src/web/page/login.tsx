import { useState } from 'preact/hooks';
import { ApiError, type ErrorCode } from './calls';
import { usePreferences } from './preferences';

/** The token is sent once and not kept; the session is an HttpOnly cookie. */
export function Login({ onToken }: { onToken: (token: string) => Promise<void> }) {
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
    <div class="alone">
      <main class="alone-card" id="content">
        <h1>{words.list.title}</h1>
        <p>{words.list.loginText}</p>
        <form onSubmit={onSubmit}>
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
      </main>
    </div>
  );
}
