import type { EntityManager } from '@mikro-orm/postgresql'
import type { StateGroup } from '#common/work/states/schema.ts'
import { query } from '../../../platform/db/orm.ts'
import { type State, StateEntity } from '../../states/entity.ts'
import type { GitConnectionRow } from '../entity.ts'
import { fieldHash } from './hash.ts'

export interface SyncedItem {
  id: string
  workspace_id: string
  name: string
  description_html: string
  description_json: unknown
  state__group: StateGroup
}

/**
 * Returns the item. Returns null if it was archived, deleted or moved to another project than that of the
 * connection.
 */
export async function findSyncedItem(
  em: EntityManager,
  { project_id }: GitConnectionRow,
  id: string,
): Promise<SyncedItem | null> {
  const item = await query(em)
    .selectFrom('work_items')
    .select(['id', 'workspace_id', 'name', 'description_html', 'description_json', 'state__group'])
    .where('id', '=', id)
    .where('project_id', '=', project_id)
    .where('deleted_at', 'is', null)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return item ?? null
}

export function forgeIssueState({
  state__group: group,
}: Pick<SyncedItem, 'state__group'>): 'open' | 'closed' {
  return group === 'completed' || group === 'cancelled' ? 'closed' : 'open'
}

export function hashSyncedFields(item: SyncedItem) {
  return {
    title: fieldHash(item.name),
    body: fieldHash(item.description_html.replace(/^<p><\/p>$/, '')),
    state: fieldHash(forgeIssueState(item)),
  }
}

/**
 * Returns the state of the work item for an issue. A closed issue gets the state that the rules of the
 * connection define for merged pull requests if this is a completed state, otherwise the first completed state.
 * A reopened issue gets the default state if this is an open state, otherwise the first open state.
 */
export async function findItemStateForIssue(
  em: EntityManager,
  { project_id, state_rules }: GitConnectionRow,
  state: 'open' | 'closed',
): Promise<string | undefined> {
  const states = await em.find(
    StateEntity,
    { project_id, deleted_at: null, group: { $ne: 'triage' } },
    { orderBy: { sequence: 'asc', id: 'asc' } },
  )
  const isMeant = ({ group }: State) =>
    state === 'closed' ? group === 'completed' : group !== 'completed' && group !== 'cancelled'
  const able = states.filter(isMeant)
  const preferred = able.find(({ id, ...one }) =>
    state === 'closed' ? id === state_rules.merged_state_id : one.default,
  )
  return (preferred ?? able[0])?.id
}
