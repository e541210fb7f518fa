import { useAtomValue } from 'jotai'
import { useCallback, useRef, useState } from 'react'
import type { TrashedPage } from '#common/pages/pages/schema.ts'
import { callAt } from '../../../platform/app/call-at.ts'
import { onUnknownRow, request, tables } from '../../../platform/app/sync.ts'
import { useLoaded } from '../../../platform/shell/use-loaded.ts'
import { useReloadOn } from '../../../platform/shell/use-reload-on.ts'
import { currentSlug } from '../../../platform/shell/workspace.ts'

const pageSize = 100

/** Deleted pages of a project, or of the workspace itself; `pageId` for that one alone. They are in no table, as deleted work items are not. */
export function useTrashedPages(projectId: string | null, pageId?: string) {
  const [read, setRead] = useState<{ rows: TrashedPage[]; total: number }>({ rows: [], total: 0 })
  const loads = useRef(1)
  const load = useCallback(async () => {
    const rows: TrashedPage[] = []
    let total = 0
    for (let number = 0, cursor = `${pageSize}:0:0`; number < loads.current; number++) {
      const { results, total_count, next_cursor } = await request(callAt(projectId, 'listTrashedPages'), {
        params: { slug: currentSlug(), project_id: projectId ?? '' },
        query: {
          per_page: String(pageSize),
          cursor,
          ...(pageId !== undefined && { page_id: pageId }),
        },
      })
      rows.push(...results)
      total = total_count
      cursor = next_cursor
    }
    setRead({ rows, total })
  }, [projectId, pageId])
  const { status, retry } = useLoaded(load)
  useReloadOn(followPages, retry)
  // A row that is in the table again has been restored, here or by somebody else.
  useAtomValue(tables.pages.allAtom)
  const rows = read.rows.filter((row) => tables.pages.get(row.id) === undefined)
  const more = () => {
    loads.current += 1
    retry()
  }
  return { status, retry, rows, more: read.rows.length < read.total ? more : null }
}

function followPages(tell: () => void): (() => void)[] {
  return [
    tables.pages.listen((before, after) => {
      if (before === null || after === null) tell()
    }),
    onUnknownRow(({ entity, op }) => {
      if (entity === 'pages' && op === 'delete') tell()
    }),
  ]
}
