import { useEffect, useState } from 'react'
import type { WorkItemRow } from '#common/work-items/schema.ts'
import { RequestError } from '../../sync/http.ts'
import { readWorkItem } from './read-item.ts'

/** Loads an item that no list has loaded. True when there is none that this person may see. */
export function useMissingRow(id: string | null, project_id: string, row: WorkItemRow | undefined): boolean {
  const [missing, setMissing] = useState(false)
  const known = row !== undefined
  useEffect(() => {
    setMissing(false)
    if (id === null || known) return
    let wanted = true
    readWorkItem(project_id, id).catch((error: unknown) => {
      if (!(error instanceof RequestError)) throw error
      if (wanted) setMissing(true)
    })
    return () => {
      wanted = false
    }
  }, [id, project_id, known])
  return missing
}
