import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { updateItemsInBulk } from '../work-items/update-items-in-bulk.ts'

/**
 * Stores a summary of the Git references in each item, so that cards show it without loading the references.
 */
export async function updateItemGitStates(em: EntityManager, itemIds: readonly string[]): Promise<void> {
  if (itemIds.length === 0) return
  await updateItemsInBulk(em, {
    set: { git_state: summary },
    where: sql`id = any(${[...new Set(itemIds)]}::uuid[]) and git_state is distinct from ${summary}`,
  })
}

const has = (state: string) => sql`bool_or(kind = 'pull_request' and state = ${sql.lit(state)})`

const summary = sql`(
  select case
    when ${has('open')} then 'open'
    when ${has('draft')} then 'draft'
    when ${has('merged')} then 'merged'
    when ${has('closed')} then 'closed'
    when count(*) > 0 then 'linked'
  end from git_references where issue_id = work_items.id)`
