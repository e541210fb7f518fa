import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { t } from '../../../locales/i18n.ts'
import { getMyId } from '../../../platform/person/me.ts'
import { currentSlug } from '../../../platform/shell/workspace.ts'
import { type Mutation, toAnyMutation } from '../../../platform/sync/mutation.ts'
import { toast } from '../../../platform/ui/toast.ts'
import { loadedItemRows, sendInBatches } from './send-many.ts'

/** Follows items, or unfollows them if `wanted` is false. Skips items for which nothing would change. */
export async function subscribeItems(ids: Iterable<string>, wanted: boolean): Promise<void> {
  if (getMyId() === '') return void toast.error(t('failures.userId'))
  await sendInBatches(
    loadedItemRows(ids).filter((row) => isSubscribed(row) !== wanted),
    (project_id, batch) => ({
      ...subscribing(project_id, batch, wanted),
      undo: toAnyMutation(subscribing(project_id, batch, !wanted)),
    }),
    (count) => t(wanted ? 'bulk.subscribed' : 'bulk.unsubscribed', { count }),
  )
}

export function isSubscribed(row: WorkItemRow): boolean {
  return row.subscriber_ids.includes(getMyId())
}

function subscribing(
  project_id: string,
  rows: WorkItemRow[],
  wanted: boolean,
): Mutation<'subscribeToMany' | 'unsubscribeFromMany'> {
  const me = getMyId()
  return {
    call: wanted ? 'subscribeToMany' : 'unsubscribeFromMany',
    input: { params: { slug: currentSlug(), project_id }, body: { issue_ids: rows.map((row) => row.id) } },
    changes: rows.map(({ id, subscriber_ids }) => {
      const others = subscriber_ids.filter((other) => other !== me)
      const fields = { subscriber_ids: wanted ? [...others, me] : others }
      return { entity: 'work_items', id, op: 'update', fields }
    }),
  }
}
