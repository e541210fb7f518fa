import type { EntityManager } from '@mikro-orm/postgresql'
import { valuesLimit } from '#common/work/work-items/rules.ts'
import { mentionableUsers } from '../../access/people.ts'
import { query } from '../../platform/db/orm.ts'

interface Mentioned {
  mention_ids: string[]
  subscriber_ids: string[]
}

/**
 * Returns the mentions and subscribers of an item after its description mentions the users `named`. Only
 * users of the project count, at most fifty. Users who are mentioned for the first time are subscribed. The
 * row is locked, because others may change the subscribers at the same time.
 */
export async function mentionsOf(em: EntityManager, itemId: string, named: string[]): Promise<Mentioned> {
  const { workspace_id, project_id, mention_ids, subscriber_ids } = await query(em)
    .selectFrom('work_items')
    .select(['workspace_id', 'project_id', 'mention_ids', 'subscriber_ids'])
    .where('id', '=', itemId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const able = await mentionableUsers(em, project_id, workspace_id, named)
  const now = able.slice(0, valuesLimit)
  const came = now.filter((id) => !mention_ids.includes(id))
  return { mention_ids: now, subscriber_ids: [...new Set([...subscriber_ids, ...came])] }
}
