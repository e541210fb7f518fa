import type { WorkItemRow } from '#common/work-items/schema.ts'
import { mutate, undoable } from '../../app/sync.ts'
import { t } from '../../locales/i18n.ts'
import { currentSlug } from '../../shell/workspace.ts'
import { myId } from '../../users/me.ts'
import { rowsOf, sendMany } from './send-many.ts'

/** Follows items, or follows them no longer; those for which it is so already stay out of it. */
export async function subscribeItems(ids: Iterable<string>, wanted: boolean): Promise<void> {
  const remember = undoable()
  const rows = rowsOf(ids).filter((row) => isSubscribed(row) !== wanted)
  const accepted = await send(rows, wanted)
  if (accepted.length === 0) return
  remember({
    message: t(wanted ? 'bulk.subscribed' : 'bulk.unsubscribed', { count: accepted.length }),
    undo: () => send(accepted, !wanted),
  })
}

export function isSubscribed(row: WorkItemRow): boolean {
  return row.subscriber_ids.includes(myId())
}

function send(rows: readonly WorkItemRow[], wanted: boolean): Promise<WorkItemRow[]> {
  const me = myId()
  return sendMany(rows, async (project_id, batch) => {
    const answer = await mutate({
      call: wanted ? 'subscribeToMany' : 'unsubscribeFromMany',
      input: {
        params: { slug: currentSlug(), project_id },
        body: { issue_ids: batch.map((row) => row.id) },
      },
      changes: batch.map(({ id, subscriber_ids }) => {
        const others = subscriber_ids.filter((other) => other !== me)
        const fields = { subscriber_ids: wanted ? [...others, me] : others }
        return { entity: 'work_items', id, op: 'update', fields } as const
      }),
    })
    return answer !== null
  })
}
