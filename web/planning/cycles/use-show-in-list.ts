import { useMatch, useSearchParams } from 'react-router'
import type { CycleRow } from '#common/planning/cycles/schema.ts'
import { tables } from '../../platform/app/sync.ts'
import { parseCycleTab, queryOfCycleTab, tabOfCycle } from './view-settings.ts'

/**
 * Returns a function that shows the tab of a new or changed cycle, if the list of the project's cycles is on the screen
 * and its tab does not contain the cycle any more.
 */
export function useShowInList(projectId: string): (cycle: CycleRow) => void {
  const isListShown = useMatch(`/:slug/projects/${projectId}/cycles`) !== null
  const [search, setSearch] = useSearchParams()
  return (cycle) => {
    const shown = parseCycleTab(search.get('tab'))
    const tab = tabOfCycle(tables.cycles.get(cycle.id) ?? cycle)
    if (isListShown && shown !== 'all' && shown !== tab) setSearch(queryOfCycleTab(tab), { replace: true })
  }
}
