const storageKey = 'sign-up-invitation'
/** Milliseconds within which the user must finish to sign up. */
const validFor = 3_600_000

/** Stores that the user signs up in this tab in order to accept an invitation. */
export function startSignUpForInvitation(invitationId: string): void {
  write(JSON.stringify({ id: invitationId, at: Date.now() }))
}

/**
 * Returns true once if the user has signed up in this tab for the invitation. The caller must also check that the
 * account is new, because the user may have signed in to another account instead.
 */
export function finishSignUpForInvitation(invitationId: string): boolean {
  const stored = read()
  if (stored === null) return false
  write(null)
  return stored.id === invitationId && Date.now() - stored.at < validFor
}

function read(): { id: unknown; at: number } | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')
    if (typeof stored !== 'object' || stored === null || !('id' in stored) || !('at' in stored)) return null
    return { id: stored.id, at: Number(stored.at) }
  } catch {
    return null
  }
}

/** Browsers can block the storage. The user then accepts the invitation with one more click. */
function write(value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(storageKey)
    else sessionStorage.setItem(storageKey, value)
  } catch {}
}
