const publicPaths = ['/', '/sign-up', '/accounts', '/workspace-invitations', '/ui']

/** Sends the browser to sign-in with the way back, unless the page is one for visitors. */
export function signInAgain(): void {
  if (renewing > 0) return
  const { pathname, search } = window.location
  if (publicPaths.some((path) => pathname === path || pathname.startsWith(`${path}/`))) return
  window.location.assign(`/?next_path=${encodeURIComponent(pathname + search)}`)
}

let renewing = 0

/** What was sent with the old session may be answered some while after the new one has come. */
const answeredWithin = 3000

/** For calls that end every session and give this browser a new one: that the old one is over by then leads nobody to sign-in. */
export async function renewingSession<T>(call: () => Promise<T>): Promise<T> {
  renewing++
  try {
    return await call()
  } finally {
    setTimeout(() => renewing--, answeredWithin)
  }
}
