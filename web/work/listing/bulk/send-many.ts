import { atom } from 'jotai'
import type { CallName } from '#common/calls.ts'
import { maxItemsPerBulkCall } from '#common/work/work-items/rules.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { mutateTogether, store, tables } from '../../../platform/app/sync.ts'
import { type AnyMutation, type Mutation, toAnyMutation } from '../../../platform/sync/mutation.ts'

export interface BulkProgress {
  doing: 'saving' | 'selecting'
  done: number
  total: number
}

/** The bulk operation in progress. The toolbar with bulk actions shows the progress of slow operations. */
export const bulkProgressAtom = atom<BulkProgress | null>(null)

/** Returns the loaded rows with the given ids. */
export function loadedItemRows(ids: Iterable<string>): WorkItemRow[] {
  return [...ids].flatMap((id) => tables.work_items.get(id) ?? [])
}

/**
 * Sends one request per project and per `maxItemsPerBulkCall` items. All requests form one change for the user, with
 * one Undo. Returns whether at least one request was accepted.
 */
export async function sendInBatches<C extends CallName>(
  rows: readonly WorkItemRow[],
  mutationOf: (project_id: string, rows: WorkItemRow[]) => Mutation<C>,
  wordsOf: (count: number) => string,
): Promise<boolean> {
  if (rows.length === 0) return false
  const counts = new Map<AnyMutation, number>()
  for (const batch of splitIntoBatches(rows)) {
    const mutation = mutationOf(batch[0]?.project_id ?? '', batch)
    counts.set(toAnyMutation({ ...mutation, message: wordsOf(batch.length) }), batch.length)
  }
  const countOf = (mutation: AnyMutation) => counts.get(mutation) ?? 0
  store.set(bulkProgressAtom, { doing: 'saving', done: 0, total: rows.length })
  try {
    const accepted = await mutateTogether(
      [...counts.keys()],
      (all) => wordsOf(all.reduce((sum, one) => sum + countOf(one), 0)),
      (one) => store.set(bulkProgressAtom, (now) => now && { ...now, done: now.done + countOf(one) }),
    )
    return accepted.length > 0
  } finally {
    store.set(bulkProgressAtom, null)
  }
}

export function splitIntoBatches<Row extends { project_id: string }>(
  rows: readonly Row[],
  limit: number = maxItemsPerBulkCall,
): Row[][] {
  const byProject = Map.groupBy(rows, (row) => row.project_id)
  return [...byProject.values()].flatMap((own) =>
    Array.from({ length: Math.ceil(own.length / limit) }, (_, at) => own.slice(at * limit, (at + 1) * limit)),
  )
}
