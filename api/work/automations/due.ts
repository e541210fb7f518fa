import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import { autoCloseStateGroups, daysPerAutomationMonth } from '#common/work/automations/rules.ts'
import { query } from '../../platform/db/orm.ts'

/** SQL condition for items of the project that nobody has changed for `months` months. */
function inactive(projectId: string, months: number): RawBuilder<boolean> {
  return sql<boolean>`work_items.project_id = ${projectId} and work_items.deleted_at is null
    and work_items.archived_at is null and not work_items.is_draft
    and work_items.updated_at < now() - make_interval(days => ${months * daysPerAutomationMonth})`
}

/**
 * SQL condition for completed and cancelled items of the project that nobody has changed for this many
 * months. Excludes items whose cycle or one of whose modules is still running.
 */
export function dueForArchiveCondition(projectId: string, months: number): RawBuilder<boolean> {
  return sql<boolean>`${inactive(projectId, months)} and work_items.state__group in ('completed', 'cancelled')
    and not exists (select from cycles c where c.id = work_items.cycle_id and (c.end_date is null or c.end_date >= now()))
    and not exists (select from modules m where m.id = any(work_items.module_ids) and m.deleted_at is null
      and (m.target_date is null or m.target_date >= now()::date) and m.status not in ('completed', 'cancelled'))`
}

export function dueForClosingCondition(projectId: string, months: number): RawBuilder<boolean> {
  return sql<boolean>`${inactive(projectId, months)}
    and work_items.state__group in ('backlog', 'unstarted', 'started')`
}

/**
 * Returns the state that closed items get: the state in the project's settings if it is completed or cancelled,
 * otherwise the first cancelled state. Returns null if the project has neither.
 */
export async function loadAutoCloseState(
  em: EntityManager,
  project: { id: string; default_state: string | null },
): Promise<{ id: string; group: (typeof autoCloseStateGroups)[number] } | null> {
  const states = await query(em)
    .selectFrom('states')
    .select(['id', 'group'])
    .where('project_id', '=', project.id)
    .where(sql<boolean>`"group" = any(${autoCloseStateGroups}::text[])`)
    .orderBy('sequence')
    .execute()
  const named = states.find(({ id }) => id === project.default_state)
  const state = named ?? states.find(({ group }) => group === 'cancelled')
  if (state === undefined) return null
  return { id: state.id, group: state.group === 'completed' ? 'completed' : 'cancelled' }
}
