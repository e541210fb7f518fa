import { atom } from 'jotai'
import { bulkLimit } from '#common/work-items/rules.ts'
import type { WorkItemRow } from '#common/work-items/schema.ts'
import { store, tables } from '../../app/sync.ts'

export interface Work {
  doing: 'saving' | 'selecting'
  done: number
  total: number
}

/** What is under way with many items; the bar tells of what takes more than a moment. */
export const workAtom = atom<Work | null>(null)

/** The loaded rows among these ids. */
export function rowsOf(ids: Iterable<string>): WorkItemRow[] {
  return [...ids].flatMap((id) => tables.work_items.get(id) ?? [])
}

/** One request a project, since calls stay within one, and in a project one for as many as a call takes. Answers the rows that were accepted. */
export async function sendMany(
  rows: readonly WorkItemRow[],
  send: (project_id: string, rows: WorkItemRow[]) => Promise<boolean>,
): Promise<WorkItemRow[]> {
  const batches = batchesOf(rows)
  const total = rows.length
  store.set(workAtom, { doing: 'saving', done: 0, total })
  try {
    const accepted = await Promise.all(
      batches.map(async (batch) => {
        const isAccepted = await send(batch[0]?.project_id ?? '', batch)
        store.set(workAtom, (now) => now && { ...now, done: now.done + batch.length })
        return isAccepted ? batch : []
      }),
    )
    return accepted.flat()
  } finally {
    store.set(workAtom, null)
  }
}

export function batchesOf<Row extends { project_id: string }>(
  rows: readonly Row[],
  limit: number = bulkLimit,
): Row[][] {
  const byProject = Map.groupBy(rows, (row) => row.project_id)
  return [...byProject.values()].flatMap((own) =>
    Array.from({ length: Math.ceil(own.length / limit) }, (_, at) => own.slice(at * limit, (at + 1) * limit)),
  )
}
