import { useAtom } from 'jotai'
import { createDefaultUserProperties } from '#common/work/user-properties/rules.ts'
import { NewView } from './NewView.tsx'
import { newViewDialogAtom } from './open-new-view.ts'

/** Dialog that creates a view of all work items, which the user then filters. */
export function NewViewDialog() {
  const [projectId, set] = useAtom(newViewDialogAtom)
  if (projectId === undefined) return null
  const { preferences, ...settings } = createDefaultUserProperties(
    projectId === null ? 'all-issues' : 'project',
  )
  return <NewView startsWith="all" projectId={projectId} settings={settings} onClose={() => set(undefined)} />
}
