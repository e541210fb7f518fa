import { useCallback, useState } from 'react'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { countLabelItems } from './settings.ts'

/** Loads how many items and pages have each label of a project. */
export function useLabelCounts(projectId: string) {
  const [counts, setCounts] = useState<Record<string, number>>({})
  const loaded = useLoadState(
    useCallback(async () => setCounts(await countLabelItems(projectId)), [projectId]),
  )
  return { counts, ...loaded }
}
