import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { meAtom } from '../../platform/person/session.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { joinedProjectSetAtom } from './project-set.ts'
import { type ListingScope, projectScope, workspaceScope } from './scopes.ts'

/**
 * Returns the scope to which filters apply: the work items of a project, or of the whole workspace if
 * `projectId` is undefined.
 */
export function useFilterScope(projectId: string | undefined): ListingScope {
  const projects = useAtomValue(joinedProjectSetAtom)
  const me = useAtomValue(meAtom)?.id ?? ''
  return useMemo(
    () =>
      projectId === undefined
        ? workspaceScope(currentSlug(), 'all-issues', projects, me)
        : projectScope(currentSlug(), projectId),
    [projectId, projects, me],
  )
}
