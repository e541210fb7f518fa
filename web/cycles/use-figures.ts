import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { CycleAnswer, CycleFigures, CycleProgress, ItemCounts } from '#common/cycles/schema.ts'
import type { WorkItemRow } from '#common/work-items/schema.ts'
import { onHeard, request, tables } from '../app/sync.ts'
import { useLoaded } from '../shell/use-loaded.ts'
import { currentSlug } from '../shell/workspace.ts'

/** Milliseconds: many changes at once are asked about once, and those of one drag are over. */
const burst = 250

export interface Figures {
  progress: CycleProgress
  /** Null of a draft, which has no days. */
  analytics: CycleFigures | null
}

/** What a cycle comes to, as the server counts it; asked for again as soon as something in it changes. */
export function useFigures(projectId: string, cycleId: string, hasDays: boolean) {
  const [figures, setFigures] = useState<Figures | null>(null)
  const load = useCallback(async () => {
    const params = { slug: currentSlug(), project_id: projectId, cycle_id: cycleId }
    const [progress, analytics] = await Promise.all([
      request('getCycleProgress', { params }),
      hasDays ? request('getCycleAnalytics', { params, query: {} }) : null,
    ])
    setFigures({ progress, analytics })
  }, [projectId, cycleId, hasDays])
  const { status, retry } = useLoaded(load)
  useOnItemChange((before, after) => before?.cycle_id === cycleId || after?.cycle_id === cycleId, retry)
  return { figures, status, retry }
}

export type Counts = ItemCounts & Pick<CycleAnswer, 'assignee_ids'>

/** How many items each cycle of a project has, those in the archive too when they are asked for. */
export function useCounts(projectId: string, withArchive: boolean) {
  const [counts, setCounts] = useState<ReadonlyMap<string, Counts>>(new Map())
  const load = useCallback(async () => {
    const params = { slug: currentSlug(), project_id: projectId }
    const [current, archived] = await Promise.all([
      request('listCycles', { params, query: {} }),
      withArchive ? request('listArchivedCycles', { params }) : [],
    ])
    setCounts(new Map([...current, ...archived].map((cycle) => [cycle.id, cycle])))
  }, [projectId, withArchive])
  const { status, retry } = useLoaded(load)
  useOnItemChange(
    (before, after) =>
      (after ?? before)?.project_id === projectId && Boolean(before?.cycle_id || after?.cycle_id),
    retry,
  )
  return { counts, status, retry }
}

/** Of items that are on this device, and of all others that are heard of, whatever they are. */
function useOnItemChange(
  concerns: (before: WorkItemRow | null, after: WorkItemRow | null) => boolean,
  reload: () => void,
): void {
  const again = useEffectEvent(reload)
  const isMeant = useEffectEvent(concerns)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      clearTimeout(timer)
      timer = setTimeout(() => again(), burst)
    }
    const stops = [
      // What one does oneself is shown before it is done: it is asked about again when it is heard.
      tables.work_items.listen((before, after) => {
        if (isMeant(before, after)) soon()
      }),
      onHeard(({ entity, id }) => {
        if (entity !== 'work_items') return
        const row = tables.work_items.get(id)
        if (row === undefined || isMeant(row, row)) soon()
      }),
    ]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [])
}
