import { useCallback, useRef, useState } from 'react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { isApplyingReadRows } from '../../platform/app/read-rows.ts'
import { onChangeApplied, tables } from '../../platform/app/sync.ts'
import { useLoaded } from '../../platform/shell/use-loaded.ts'
import { useReloadOn } from '../../platform/shell/use-reload-on.ts'

/**
 * Null until it is read; read again soon after an item changes that it concerns. Of an item that is not on this device only its id is heard,
 * so each of those concerns it.
 */
export function useCounted<Value>(
  read: () => Promise<Value>,
  concerns: (row: WorkItemRow | null) => boolean,
) {
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
          // What was only read is as it was counted.
          if (!isApplyingReadRows() && (concerns(before) || concerns(after))) tell()
        }),
        // What a value comes to, its items come to.
        tables.estimate_points.listen((before, after) => {
          if (before && after && before.value !== after.value) tell()
        }),
        // What one does oneself is shown before it is done: it is counted once it is heard.
        onChangeApplied(({ entity, id }) => {
          if (entity === 'estimate_points') tell()
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
