import { sanitizeNextPath } from './next-path.ts'

const boards = '/spaces'

/**
 * Returns the path below `/spaces` that a public board opens after a sign-in. Clients of Plane send paths
 * that are relative to `/spaces`.
 */
export function boardPathAfterSignIn(next_path: string | null | undefined): string {
  const next = sanitizeNextPath(next_path) ?? '/'
  const path = next === boards || next.startsWith(`${boards}/`) ? next : `${boards}${next}`
  // Fall back to the start path if the path with the prefix is too long.
  return sanitizeNextPath(path) ?? `${boards}/`
}
