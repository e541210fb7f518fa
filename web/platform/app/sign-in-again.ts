const publicPaths = ['/', '/sign-up', '/accounts', '/workspace-invitations', '/ui']

/**
 * Opens the sign-in screen, which leads back to this page. Does nothing on a public page, while a call ends the
 * session, and if the browser is already opening the sign-in screen.
 */
export function redirectToSignIn(): void {
  if (ending > 0 || isLeaving) return
  const { pathname, search } = window.location
  if (publicPaths.some((path) => pathname === path || pathname.startsWith(`${path}/`))) return
  isLeaving = true
  window.addEventListener('pageshow', onRestored, { once: true })
  window.location.assign(`/?next_path=${encodeURIComponent(pathname + search)}`)
}

/**
 * True while the browser navigates to the sign-in screen. The socket and every rejected call report that the
 * session has ended. A second navigation would cancel and restart the first navigation.
 */
let isLeaving = false

/**
 * Resets the state after the back button, because the browser restores the page from the cache with its old
 * state.
 */
function onRestored(): void {
  isLeaving = false
}

let ending = 0

/** The time in milliseconds in which responses to requests of the old session may still arrive. */
const answeredWithin = 3000

/**
 * Runs a call that ends the session of this browser, such as signing out. The server then rejects other
 * pending calls, and these rejections must not open the sign-in screen.
 */
export async function runSessionEndingCall<T>(call: () => Promise<T>): Promise<T> {
  ending++
  try {
    return await call()
  } finally {
    setTimeout(() => ending--, answeredWithin)
  }
}
