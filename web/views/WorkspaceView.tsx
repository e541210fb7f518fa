import { useAtomValue } from 'jotai'
import { type ReactNode, useMemo } from 'react'
import { tables } from '../app/sync.ts'
import { workspacePlace } from '../listing/places.ts'
import { scopeAtom } from '../listing/scope.ts'
import type { Loaded } from '../shell/use-loaded.ts'
import { currentSlug } from '../shell/workspace.ts'
import { myId } from '../users/me.ts'
import { MissingView } from './MissingView.tsx'
import { ViewScreen } from './ViewScreen.tsx'

interface WorkspaceViewProps {
  id: string
  views: Loaded
  crumbs: (name: string) => ReactNode
  tabs: ReactNode
}

/** A saved view of the workspace, over all projects that one reaches. */
export function WorkspaceView({ id, views, crumbs, tabs }: WorkspaceViewProps) {
  const view = useAtomValue(tables.views.rowAtom(id))
  const scope = useAtomValue(scopeAtom)
  const place = useMemo(() => workspacePlace(currentSlug(), 'all-issues', scope, myId()), [scope])
  if (view?.project_id !== null) return <MissingView views={views} crumbs={crumbs('')} tabs={tabs} />
  return <ViewScreen view={view} within={place} crumbs={crumbs(view.name)} tabs={tabs} />
}
