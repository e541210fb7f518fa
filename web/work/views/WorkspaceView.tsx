import { useAtomValue } from 'jotai'
import { type ReactNode, useMemo } from 'react'
import { tables } from '../../platform/app/sync.ts'
import { getMyId } from '../../platform/person/me.ts'
import type { LoadState } from '../../platform/shell/use-load-state.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { joinedProjectSetAtom } from '../listing/project-set.ts'
import { workspaceScope } from '../listing/scopes.ts'
import { viewsPath } from './paths.ts'
import { ViewLoadingOrNotFound } from './ViewLoadingOrNotFound.tsx'
import { ViewScreen } from './ViewScreen.tsx'

interface WorkspaceViewProps {
  id: string
  views: LoadState
  crumbs: (name: string) => ReactNode
  tabs: ReactNode
}

/** A saved view of the workspace, across all projects that the user can access. */
export function WorkspaceView({ id, views, crumbs, tabs }: WorkspaceViewProps) {
  const view = useAtomValue(tables.views.rowAtom(id))
  const projects = useAtomValue(joinedProjectSetAtom)
  const scope = useMemo(() => workspaceScope(currentSlug(), 'all-issues', projects, getMyId()), [projects])
  if (view === undefined || view.project_id !== null || view.teamspace_id !== null)
    return <ViewLoadingOrNotFound views={views} crumbs={crumbs('')} list={viewsPath(null)} tabs={tabs} />
  return <ViewScreen view={view} within={scope} crumbs={crumbs(view.name)} tabs={tabs} />
}
