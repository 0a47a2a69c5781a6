import { signInAwaited } from './errors.js';

/** How much of what was printed last is looked at, in characters: more than the words that are looked for. */
const TAIL_CHARACTERS = 512;

/** What agy prints where it waits for somebody to sign in (1.0 to 1.2.16). It goes on waiting for a minute. */
const ASKS =
  /https:\/\/accounts\.google\.com\/o\/oauth2\b|^Authentication required\. Please visit the URL to log in/im;

/** Notices that agy waits for a sign-in that nobody will make. */
export interface SignInWatch {
  /** Takes the next piece of diagnostics, which may be cut anywhere. */
  readonly read: (chunk: Uint8Array) => void;
  /** Rejects with `AUTH_REQUIRED` once it is asked for; never settles otherwise. */
  readonly asked: Promise<never>;
}

/** Whether a line asks for a sign-in. */
export function asksForSignIn(text: string): boolean {
  return ASKS.test(text);
}

/** Watches the diagnostics of one process. */
export function createSignInWatch(): SignInWatch {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  let tail = '';
  return {
    read: (chunk) => {
      const seen = tail + Buffer.from(chunk).toString('latin1');
      if (asksForSignIn(seen)) reject(signInAwaited());
      tail = seen.slice(-TAIL_CHARACTERS);
    },
    asked: promise,
  };
}
