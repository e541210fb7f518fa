import { request } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'

/** Asked while it is typed; the server has the last word. */
export const isIdentifierFree = (name: string, signal: AbortSignal) => isFreeFor(null, name, signal)

/** What a project had before, it may have again. */
export async function isFreeFor(
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
