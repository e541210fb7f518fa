import { sql } from 'kysely'
import type { Activity } from '#common/work/activities/schema.ts'
import { relationNames } from '#common/work/relations/rules.ts'
import { accessibleProjects } from '../../access/access.ts'
import { query } from '../../platform/db/orm.ts'
import { loadVisibleItems, type ViewerContext } from '../work-items/visible-items.ts'

/** A function that returns true if a user may see the row to which a value of the field refers. */
export type IsReferenceVisible = (field: string | null, id: string | null) => boolean
type Values = Pick<Activity, 'field' | 'old_value' | 'new_value' | 'old_identifier' | 'new_identifier'>

/** Removes the values that the caller must not see. Returns null if nothing remains to show. */
export function redactActivity(isVisible: IsReferenceVisible, row: Values): Partial<Values> | null {
  const { field, old_value, new_value, old_identifier, new_identifier } = row
  if (field === null) return {}
  const isOldVisible = isVisible(field, old_identifier)
  const isNewVisible = isVisible(field, new_identifier)
  const shown = {
    old_value: (isOldVisible && old_value) || '',
    new_value: (isNewVisible && new_value) || '',
    old_identifier: isOldVisible ? old_identifier : null,
    new_identifier: isNewVisible ? new_identifier : null,
  }
  const isWhole = isOldVisible && isNewVisible
  return isWhole || shown.old_value || shown.new_value ? shown : null
}

interface Row {
  field: string | null
  old_identifier: string | null
  new_identifier: string | null
}

/** Fields whose values are ids of other work items. */
export const fieldsThatReferToItems = new Set<string | null>([
  'parent',
  'epic',
  'duplicate_to',
  ...relationNames,
])

/** Returns a function that checks if the user may see a row to which one of these records refers. */
export async function loadReferenceVisibility(
  ctx: ViewerContext,
  rows: readonly Row[],
): Promise<IsReferenceVisible> {
  const named = (isMeant: (field: string | null) => boolean) =>
    rows
      .filter(({ field }) => isMeant(field))
      .flatMap((row) => [row.old_identifier ?? [], row.new_identifier ?? []].flat())
  const items = named((field) => fieldsThatReferToItems.has(field))
  const visible = items.length === 0 ? [] : await loadVisibleItems(ctx, items)
  const isMoved = named((field) => field === 'project').length > 0
  const projects = isMoved
    ? await accessibleProjects(ctx.em, ctx.user.id, ctx.workspace).select('project_id').execute()
    : []
  const ids = new Set([...visible.map(({ id }) => id), ...projects.map(({ project_id }) => project_id)])
  const plans = await findVisiblePlans(
    ctx,
    named((field) => isPlanField(field)),
  )
  return (field: string | null, id: string | null): boolean => {
    if (id === null) return true
    if (isPlanField(field)) return plans.has(id)
    return !(fieldsThatReferToItems.has(field) || field === 'project') || ids.has(id)
  }
}

function isPlanField(field: string | null): boolean {
  return field === 'cycles' || field === 'modules'
}

/**
 * Returns the cycles and modules among these ids that are in projects which the user can access. If an item was moved
 * from another project, its history can contain cycles and modules that the user cannot access. Cycles and modules of
 * a purged project are not returned, because their rows no longer exist and access cannot be checked.
 */
async function findVisiblePlans(
  { em, user, workspace }: ViewerContext,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const accessible = accessibleProjects(em, user.id, workspace)
  const { rows } = await sql<{ id: string }>`
    select p.id from (
      select id, project_id from cycles union all select id, project_id from modules
      union all select id, project_id from purged_plans) p
    where p.id = any(${ids}::uuid[])
      and exists (select 1 from ${accessible} as a where a.project_id = p.project_id)`.execute(query(em))
  return new Set(rows.map(({ id }) => id))
}
