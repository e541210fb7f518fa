import { useCallback, useRef, useState } from 'react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { isApplyingLoadedRows } from '../../platform/app/read-rows.ts'
import { onChangeApplied, tables } from '../../platform/app/sync.ts'
import { noPause } from '../../platform/shell/reload-schedule.ts'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { useReloadAfterEvents } from '../../platform/shell/use-reload-after-events.ts'

const movingFields = [
  'project_id',
  'cycle_id',
  'module_ids',
  'epic_id',
] as const satisfies (keyof WorkItemRow)[]

/**
 * Returns a value from the server, or null until it is loaded. Reloads it shortly after a relevant item has changed. For items
 * that are not loaded, events contain only the id, so all of them count as relevant. `pauseAfter` limits how often a value that is
 * expensive to compute is loaded.
 */
export function useAutoReloadedValue<Value>(
  read: () => Promise<Value>,
  isAffectedBy: (row: WorkItemRow | null) => boolean,
  pauseAfter = noPause,
) {
  const [value, setValue] = useState<Value | null>(null)
  const newest = useRef(0)
  const running = useRef<Promise<unknown>>(undefined)
  const load = useCallback(async () => {
    newest.current += 1
    const own = newest.current
    const reading = read()
    running.current = reading.catch(() => undefined)
    const answer = await reading
    // The response to an outdated request is ignored.
    if (own === newest.current) setValue(answer)
  }, [read])
  const { status, retry, reload } = useLoadState(load)
  useReloadAfterEvents(
    useCallback(
      (onEvent) => [
        tables.work_items.listen((before, after) => {
          // A row that was only loaded has not changed on the server, so it does not affect the value.
          if (!isApplyingLoadedRows() && (isAffectedBy(before) || isAffectedBy(after))) onEvent()
        }),
        // A changed estimate value changes the sums of all items that have this value.
        tables.estimate_points.listen((before, after) => {
          if (before && after && before.value !== after.value) onEvent()
        }),
        // Local changes are shown before the server has applied them, so the value is reloaded when the server
        // confirms a change.
        onChangeApplied(({ entity, id, fields }) => {
          if (entity === 'estimate_points') onEvent()
          const row = entity === 'work_items' ? tables.work_items.get(id) : null
          // After a move, the row only contains the new cycle, module, epic or project, but the old one is affected too.
          if (
            row === undefined ||
            (row !== null && movingFields.some((field) => field in fields)) ||
            isAffectedBy(row)
          )
            onEvent()
        }),
      ],
      [isAffectedBy],
    ),
    async () => {
      await running.current
      await reload()
    },
    pauseAfter,
  )
  return { value, status, retry }
}
