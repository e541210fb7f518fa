import type { Calls } from '#common/calls.ts'
import type { ResponseOf } from '#common/platform/call.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { request } from '../../../platform/app/sync.ts'
import { currentSlug } from '../../../platform/shell/workspace.ts'
import type { Project } from '../../../platform/sync/tables.ts'
import { splitIntoBatches } from './send-many.ts'

export type MovePreview = ResponseOf<Calls['previewMove']>
export type MovePreviewNames = MovePreview['labels']['kept']

/** Loads a preview of a move. The counts of items from several projects are summed. Throws `RequestError`. */
export async function readMovePreview(rows: readonly WorkItemRow[], to: Project): Promise<MovePreview> {
  const slug = currentSlug()
  const previews = await Promise.all(
    splitIntoBatches(rows.filter((row) => row.project_id !== to.id)).map((batch) =>
      request('previewMove', {
        params: { slug, project_id: batch[0]?.project_id ?? '' },
        body: { issue_ids: batch.map((row) => row.id), new_project_id: to.id },
      }),
    ),
  )
  return previews.reduce((all, one) => ({
    items: [...all.items, ...one.items],
    below: all.below + one.below,
    states: [...all.states, ...one.states],
    labels: joined(all.labels, one.labels),
    assignees: joined(all.assignees, one.assignees),
    subscribers: joined(all.subscribers, one.subscribers),
    parents: changed(all.parents, one.parents),
    cycles: changed(all.cycles, one.cycles),
    modules: changed(all.modules, one.modules),
    estimates: joined(all.estimates, one.estimates),
  }))
}

function joined(one: MovePreview['labels'], other: MovePreview['labels']): MovePreview['labels'] {
  return { kept: summed([...one.kept, ...other.kept]), ...changed(one, other) }
}

function changed(one: MovePreview['parents'], other: MovePreview['parents']): MovePreview['parents'] {
  return {
    dropped: summed([...one.dropped, ...other.dropped]),
    regained: summed([...one.regained, ...other.regained]),
  }
}

function summed(counted: MovePreviewNames): MovePreviewNames {
  const counts = new Map<string, number>()
  for (const { id, count } of counted) counts.set(id, (counts.get(id) ?? 0) + count)
  return [...counts].map(([id, count]) => ({ id, count }))
}
