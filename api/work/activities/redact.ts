import type { Activity } from '#common/work/activities/schema.ts'
import { relationNames } from '#common/work/relations/rules.ts'
import { accessibleProjects } from '../../access/access.ts'
import { type Onlooker, visibleItems } from '../work-items/visible-items.ts'

/** Whether somebody may know what a value of such a field stands for. */
export type Known = (field: string | null, id: string | null) => boolean
type Values = Pick<Activity, 'field' | 'old_value' | 'new_value' | 'old_identifier' | 'new_identifier'>

/** The values that the caller may know, empty for none; null where these were all there is to say. */
export function saidTo(mayKnow: Known, row: Values): Partial<Values> | null {
  const { field, old_value, new_value, old_identifier, new_identifier } = row
  if (field === null) return {}
  const isOldKnown = mayKnow(field, old_identifier)
  const isNewKnown = mayKnow(field, new_identifier)
  const said = {
    old_value: (isOldKnown && old_value) || '',
    new_value: (isNewKnown && new_value) || '',
    old_identifier: isOldKnown ? old_identifier : null,
    new_identifier: isNewKnown ? new_identifier : null,
  }
  const isWhole = isOldKnown && isNewKnown
  return isWhole || said.old_value || said.new_value ? said : null
}

interface Row {
  field: string | null
  old_identifier: string | null
  new_identifier: string | null
}

/** Fields whose values are other work items. */
export const itemFields = new Set<string | null>(['parent', 'epic', 'duplicate_to', ...relationNames])

/** The same of whoever is about to read of these. */
export async function known(ctx: Onlooker, rows: readonly Row[]): Promise<Known> {
  const named = (isMeant: (field: string | null) => boolean) =>
    rows
      .filter(({ field }) => isMeant(field))
      .flatMap((row) => [row.old_identifier ?? [], row.new_identifier ?? []].flat())
  const items = named((field) => itemFields.has(field))
  const visible = items.length === 0 ? [] : await visibleItems(ctx, items)
  const isMoved = named((field) => field === 'project').length > 0
  const projects = isMoved
    ? await accessibleProjects(ctx.em, ctx.user.id, ctx.workspace).select('project_id').execute()
    : []
  const ids = new Set([...visible.map(({ id }) => id), ...projects.map(({ project_id }) => project_id)])
  return (field: string | null, id: string | null): boolean =>
    id === null || !(itemFields.has(field) || field === 'project') || ids.has(id)
}
