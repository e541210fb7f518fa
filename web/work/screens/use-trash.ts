import { useAtomValue } from 'jotai'
import { useCallback, useRef, useState } from 'react'
import type { TrashedWorkItem } from '#common/work/work-items/schema.ts'
import { areRowsRead } from '../../platform/app/read-rows.ts'
import { onUnknownRow, request, tables } from '../../platform/app/sync.ts'
import { useLoaded } from '../../platform/shell/use-loaded.ts'
import { useReloadOn } from '../../platform/shell/use-reload-on.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'

const pageSize = 100

interface Read {
  rows: TrashedWorkItem[]
  total: number
}

/** What is in the trash of a project, as far as one has asked for more. It is no table: who is not on this screen hears of items only that they went. */
export function useTrash(projectId: string) {
  const [read, setRead] = useState<Read>({ rows: [], total: 0 })
  const pages = useRef(1)
  const load = useCallback(async () => {
    const rows: TrashedWorkItem[] = []
    let total = 0
    for (let page = 0, cursor = `${pageSize}:0:0`; page < pages.current; page++) {
      const { results, total_count, next_cursor } = await request('listTrashedWorkItems', {
        params: { slug: currentSlug(), project_id: projectId },
        query: { per_page: String(pageSize), cursor },
      })
      rows.push(...results)
      total = total_count
      cursor = next_cursor
    }
    setRead({ rows, total })
  }, [projectId])
  const { status, retry } = useLoaded(load)
  useReloadOn(
    useCallback((tell) => followTrash(projectId, tell), [projectId]),
    retry,
  )
  // What is shown elsewhere again has been restored, here at once and by others as it is heard.
  useAtomValue(tables.work_items.allAtom)
  const rows = read.rows.filter((row) => tables.work_items.get(row.id) === undefined)
  const more = () => {
    pages.current += 1
    retry()
  }
  return { status, retry, rows, more: read.rows.length < read.total ? more : null }
}

/** Something of the project that goes may have come here, and what is here may have been restored or deleted forever. */
function followTrash(projectId: string, tell: () => void): (() => void)[] {
  return [
    tables.work_items.listen((before, after) => {
      const isNews = !areRowsRead() && (before === null || after === null)
      if (isNews && (before ?? after)?.project_id === projectId) tell()
    }),
    onUnknownRow(({ entity, op }) => {
      if (entity === 'work_items' && op === 'delete') tell()
    }),
  ]
}
