const publicPaths = ['/', '/sign-up', '/accounts', '/workspace-invitations', '/ui']

/** Sends the browser to sign-in with the way back, unless the page is one for visitors. */
export function signInAgain(): void {
  const { pathname, search } = window.location
  if (publicPaths.some((path) => pathname === path || pathname.startsWith(`${path}/`))) return
  window.location.assign(`/?next_path=${encodeURIComponent(pathname + search)}`)
}
