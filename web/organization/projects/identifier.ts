import { request } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'

/**
 * Returns true if a new project may use this identifier. The form calls it while the user types. The server
 * validates the identifier again on submit.
 */
export const isNewProjectIdentifierFree = (name: string, signal: AbortSignal) =>
  isProjectIdentifierFree(null, name, signal)

/** Returns true if a project may use an identifier. A project may use its own former identifiers again. */
export async function isProjectIdentifierFree(
  projectId: string | null,
  name: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { exists, identifiers } = await request(
    'checkProjectIdentifier',
    { params: { slug: currentSlug() }, query: { name } },
    { signal },
  )
  return exists === 0 || identifiers.some(({ project }) => project === projectId)
}
