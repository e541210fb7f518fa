import { useEffect, useState } from 'react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { tables } from '../../platform/app/sync.ts'
import { useRetryOnReconnect } from '../../platform/shell/use-retry-on-reconnect.ts'
import { onWorkspaceReload } from '../../platform/shell/workspace.ts'
import { RequestError } from '../../platform/sync/http.ts'
import { readWorkItem } from '../work-items/read-item.ts'

interface Missing {
  /** Is `gone` if the item does not exist or the user cannot see it, and `error` if the request failed. */
  status: 'loading' | 'gone' | 'error'
  retry: () => void
}

/** Loads an item that no list has loaded. After an error it retries when the connection is back. */
export function useLoadMissingItem(
  id: string | null,
  project_id: string,
  row: WorkItemRow | undefined,
): Missing {
  const [status, setStatus] = useState<Missing['status']>('loading')
  const [attempt, setAttempt] = useState(0)
  const known = row !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt repeats the same request
  useEffect(() => {
    setStatus('loading')
    if (id === null || known) return
    let wanted = true
    readWorkItem(project_id, id).then(
      // The answer may be older than a deletion that this tab already knows. The row is then not shown again.
      () => wanted && tables.work_items.get(id) === undefined && setStatus('gone'),
      (error: unknown) => {
        if (!(error instanceof RequestError)) throw error
        if (wanted) setStatus(isHidden(error) ? 'gone' : 'error')
      },
    )
    return () => {
      wanted = false
    }
  }, [id, project_id, known, attempt])
  const retry = () => setAttempt((count) => count + 1)
  useRetryOnReconnect(retry, status === 'error')
  // After a change of access, the item may be visible, so it is loaded again.
  useEffect(() => onWorkspaceReload(async () => setAttempt((count) => count + 1)), [])
  return { status, retry }
}

function isHidden({ code }: RequestError): boolean {
  return code === 'not_found' || code === 'forbidden'
}
