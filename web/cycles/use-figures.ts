import { useCallback, useRef, useState } from 'react'
import type { CycleAnswer, CycleFigures, CycleProgress, ItemCounts } from '#common/cycles/schema.ts'
import type { WorkItemRow } from '#common/work-items/schema.ts'
import { onHeard, request, tables } from '../app/sync.ts'
import { useLoaded } from '../shell/use-loaded.ts'
import { useReloadOn } from '../shell/use-reload-on.ts'
import { currentSlug } from '../shell/workspace.ts'

export interface Figures {
  progress: CycleProgress
  /** Null of a draft, which has no days. */
  analytics: CycleFigures | null
}

/** What a cycle comes to, as the server counts it. */
export function useFigures(projectId: string, cycleId: string, hasDays: boolean) {
  const read = useCallback(async (): Promise<Figures> => {
    const params = { slug: currentSlug(), project_id: projectId, cycle_id: cycleId }
    const [progress, analytics] = await Promise.all([
      request('getCycleProgress', { params }),
      hasDays ? request('getCycleAnalytics', { params, query: {} }) : null,
    ])
    return { progress, analytics }
  }, [projectId, cycleId, hasDays])
  const concerns = useCallback((row: WorkItemRow | null) => row?.cycle_id === cycleId, [cycleId])
  return useCounted(read, concerns)
}

export type Counts = ItemCounts & Pick<CycleAnswer, 'assignee_ids'>

/** How many items each cycle of a project has, those in the archive too. */
export function useCounts(projectId: string) {
  const read = useCallback(async (): Promise<ReadonlyMap<string, Counts>> => {
    const params = { slug: currentSlug(), project_id: projectId }
    const [current, archived] = await Promise.all([
      request('listCycles', { params, query: {} }),
      request('listArchivedCycles', { params }),
    ])
    return new Map([...current, ...archived].map((cycle) => [cycle.id, cycle]))
  }, [projectId])
  const concerns = useCallback(
    (row: WorkItemRow | null) => row?.project_id === projectId && row.cycle_id !== null,
    [projectId],
  )
  return useCounted(read, concerns)
}

/**
 * Null until it is read; read again soon after an item changes that it concerns. Of an item that is not on this device only its id is heard,
 * so each of those concerns it.
 */
function useCounted<Value>(read: () => Promise<Value>, concerns: (row: WorkItemRow | null) => boolean) {
  const [value, setValue] = useState<Value | null>(null)
  const newest = useRef(0)
  const load = useCallback(async () => {
    newest.current += 1
    const own = newest.current
    const answer = await read()
    // An answer that was overtaken says what was.
    if (own === newest.current) setValue(answer)
  }, [read])
  const { status, retry } = useLoaded(load)
  useReloadOn(
    useCallback(
      (tell) => [
        tables.work_items.listen((before, after) => {
          if (concerns(before) || concerns(after)) tell()
        }),
        // What one does oneself is shown before it is done: it is counted once it is heard.
        onHeard(({ entity, id }) => {
          const row = entity === 'work_items' ? tables.work_items.get(id) : null
          if (row === undefined || concerns(row)) tell()
        }),
      ],
      [concerns],
    ),
    retry,
  )
  return { value, status, retry }
}
