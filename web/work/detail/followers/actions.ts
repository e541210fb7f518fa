import type { UserLite } from '#common/identity/users/schema.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { t } from '../../../locales/i18n.ts'
import { mutate } from '../../../platform/app/sync.ts'
import { displayNameOf } from '../../../platform/person/display-name.ts'
import { getMyId } from '../../../platform/person/me.ts'
import { currentSlug } from '../../../platform/shell/workspace.ts'
import { type AnyMutation, type Mutation, toAnyMutation } from '../../../platform/sync/mutation.ts'
import { subscribeItems } from '../../listing/bulk/subscribe-many.ts'
import { formatItemKey } from '../../work-items/actions.ts'

/** Adds a follower to an item or removes one. Followers are notified of changes of the item. */
export async function setFollower(row: WorkItemRow, person: UserLite, wanted: boolean): Promise<void> {
  if (person.id === getMyId()) return subscribeItems([row.id], wanted)
  const words = t(wanted ? 'followers.added' : 'followers.removed', {
    name: displayNameOf(person),
    key: formatItemKey(row),
  })
  await mutate<'addSubscriber' | 'removeSubscriber'>({
    ...following(row, person.id, wanted),
    message: words,
    undo: following(row, person.id, !wanted),
  } as Mutation<'addSubscriber' | 'removeSubscriber'>)
}

function following(row: WorkItemRow, person: string, wanted: boolean): AnyMutation {
  const { id, project_id, subscriber_ids } = row
  const params = { slug: currentSlug(), project_id, id }
  const others = subscriber_ids.filter((other) => other !== person)
  const fields = { subscriber_ids: wanted ? [...others, person] : others }
  const changes: AnyMutation['changes'] = [{ entity: 'work_items', id, op: 'update', fields }]
  return wanted
    ? toAnyMutation({ call: 'addSubscriber', input: { params, body: { subscriber: person } }, changes })
    : toAnyMutation({ call: 'removeSubscriber', input: { params: { ...params, user_id: person } }, changes })
}
