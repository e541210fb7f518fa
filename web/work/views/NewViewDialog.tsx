import { useAtom } from 'jotai'
import { defaultProperties } from '#common/work/user-properties/rules.ts'
import { NewView } from './NewView.tsx'
import { newViewAtom } from './open-new-view.ts'

/** Creates a view of all work items, which the user then filters. */
export function NewViewDialog() {
  const [projectId, set] = useAtom(newViewAtom)
  if (projectId === undefined) return null
  const { preferences, ...settings } = defaultProperties(projectId === null ? 'all-issues' : 'project')
  return <NewView startsWith="all" projectId={projectId} settings={settings} onClose={() => set(undefined)} />
}
