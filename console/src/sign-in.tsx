// The page of a person who is not signed in.
import { useRef, useState } from 'preact/hooks';
import { SERVICE_URL } from './api.ts';
import { signIn, signInNotice } from './session.ts';
import { describeError } from './ui/error-box.tsx';
import { Icon } from './ui/icon.tsx';

export function SignIn() {
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setError('');
    try {
      await signIn(field.current!.value.trim());
    } catch (fault) {
      setError(describeSignIn(fault));
      setBusy(false);
      field.current!.select();
    }
  };
  return (
    <main class="sign-in">
      <form class="card sign-in-card" onSubmit={submit}>
        <p class="brand">
          <Icon name="brand" /> Finderfee
        </p>
        <h1>Sign in to the console</h1>
        {signInNotice.value && <p class="notice">{signInNotice.value}</p>}
        <label class="field">
          <span>API key</span>
          <input
            ref={field}
            type="password"
            name="key"
            autocomplete="current-password"
            placeholder="ff_…"
            required
            autofocus
            aria-describedby="sign-in-help"
            aria-invalid={error !== ''}
          />
        </label>
        {error && (
          <p class="fault" role="alert">
            {error}
          </p>
        )}
        <button class="button primary" type="submit" disabled={isBusy}>
          {isBusy ? 'Signing in …' : 'Sign in'}
        </button>
        <details class="help" id="sign-in-help">
          <summary>Where do I get a key?</summary>
          <p>On the machine of the service, with the scopes that you need:</p>
          <pre>npx finderfee keys create --name console --scopes discovery,catalogue,conversions,operate,admin</pre>
          <p>The key is exchanged for a session. This page does not keep it.</p>
        </details>
      </form>
      <p class="sign-in-links">
        <a href={`${SERVICE_URL}docs/`}>API reference</a>
      </p>
    </main>
  );
}

const describeSignIn = (error: unknown): string => {
  const { status } = error as { status?: number };
  if (status === 403) return 'This key is not known, or no longer valid.';
  if (status === 429) return 'Too many attempts. Wait a minute, then try again.';
  return describeError(error);
};
