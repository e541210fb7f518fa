const publicPaths = ['/', '/sign-up', '/accounts', '/workspace-invitations', '/ui']

/** Sends the browser to sign-in with the way back, unless the page is one for visitors. */
export function signInAgain(): void {
  if (ending > 0 || isLeaving) return
  const { pathname, search } = window.location
  if (publicPaths.some((path) => pathname === path || pathname.startsWith(`${path}/`))) return
  isLeaving = true
  window.addEventListener('pageshow', comeBack, { once: true })
  window.location.assign(`/?next_path=${encodeURIComponent(pathname + search)}`)
}

/** The socket and each call that is refused say it: leaving once more would begin anew what is on its way. */
let isLeaving = false

/** The page that was left comes back whole by the back button. */
function comeBack(): void {
  isLeaving = false
}

let ending = 0

/** What was sent with the old session may be answered some while after the new one has come. */
const answeredWithin = 3000

/** For calls that end the session they are sent with, and what follows of it here: that it is over leads nobody to sign-in meanwhile. */
export async function endingSession<T>(call: () => Promise<T>): Promise<T> {
  ending++
  try {
    return await call()
  } finally {
    setTimeout(() => ending--, answeredWithin)
  }
}
