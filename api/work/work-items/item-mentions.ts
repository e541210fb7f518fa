import type { EntityManager } from '@mikro-orm/postgresql'
import { expandTeamMentions } from '../../access/mentioned-people.ts'
import { mentionableUsers } from '../../access/people.ts'
import { query } from '../../platform/db/orm.ts'

interface Mentioned {
  mention_ids: string[]
  subscriber_ids: string[]
}

/**
 * Returns the new mentions and subscribers of an item whose text now mentions the users and teamspaces in `named`.
 * Only users with access to the project count. Users who are mentioned for the first time are subscribed; members of
 * a mentioned teamspace are only notified. The row is locked, because concurrent requests may change the subscribers.
 */
export async function computeItemMentions(
  em: EntityManager,
  itemId: string,
  named: string[],
  writer_ids: readonly string[],
): Promise<Mentioned> {
  const { workspace_id, project_id, mention_ids, subscriber_ids } = await query(em)
    .selectFrom('work_items')
    .select(['workspace_id', 'project_id', 'mention_ids', 'subscriber_ids'])
    .where('id', '=', itemId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const { people, team_ids } = await expandTeamMentions(em, {
    workspace_id,
    writer_ids,
    named,
    before: mention_ids,
  })
  const now = await mentionableUsers(em, project_id, workspace_id, people)
  const came = now.filter((id) => named.includes(id) && !mention_ids.includes(id))
  return { mention_ids: [...now, ...team_ids], subscriber_ids: [...new Set([...subscriber_ids, ...came])] }
}
