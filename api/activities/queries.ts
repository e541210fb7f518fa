import { sql } from 'kysely'
import type { activityCalls } from '#common/activities/calls.ts'
import { historyLimit } from '#common/activities/rules.ts'
import { type Activity, activity } from '#common/activities/schema.ts'
import type { QueryOf } from '#common/call.ts'
import { relationNames } from '#common/relations/rules.ts'
import { userLite } from '#common/users/schema.ts'
import { accessibleProjects } from '../access/access.ts'
import type { ProjectContext } from '../context.ts'
import { query } from '../db/orm.ts'
import { present } from '../db/present.ts'
import { visibleItems } from '../relations/visible-items.ts'
import { loadWorkItem } from '../work-items/load.ts'

/** Other items that the caller does not see, and projects that they have no access to, are not named: what is said of them alone is left out. */
export async function listHistory(
  ctx: ProjectContext,
  id: string,
  { activity_type, created_at__gt }: QueryOf<typeof activityCalls.listHistory>,
): Promise<Activity[]> {
  const item = await loadWorkItem(ctx, id)
  if (activity_type === 'issue-comment') return []
  const rows = await query(ctx.em)
    .selectFrom('work_item_activities')
    .selectAll()
    .where('issue_id', '=', id)
    .$if(created_at__gt !== undefined, (all) =>
      all.where(sql<boolean>`created_at > ${created_at__gt}::timestamptz`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(historyLimit)
    .execute()
  const actors = await people(ctx, rows)
  const mayKnow = await known(ctx, rows)
  const around = await aroundOf(ctx, item)
  return rows.toReversed().flatMap((row) => {
    const said = saidTo(mayKnow, row)
    if (said === null) return []
    const { actor_id, field, created_at } = row
    return present(activity, {
      ...row,
      ...around,
      ...said,
      actor: actor_id,
      comment: field === null ? 'created the issue' : '',
      epoch: created_at.getTime() / 1000,
      actor_detail: actors.get(actor_id) ?? null,
    })
  })
}

type Known = (field: string | null, id: string | null) => boolean
type Values = Pick<Activity, 'field' | 'old_value' | 'new_value' | 'old_identifier' | 'new_identifier'>

/** The values that the caller may know, empty for none; null where these were all there is to say. */
function saidTo(mayKnow: Known, row: Values): Partial<Values> | null {
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
  actor_id: string | null
  field: string | null
  old_identifier: string | null
  new_identifier: string | null
}

async function people({ em }: ProjectContext, rows: Row[]) {
  const ids = rows.flatMap(({ actor_id }) => actor_id ?? [])
  const users = await query(em)
    .selectFrom('users')
    .select(userLite.keyof().options)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  return new Map<string | null, ReturnType<typeof present<typeof userLite>>>(
    users.map((user) => [user.id, present(userLite, user)]),
  )
}

const ofItems = new Set<string | null>(['parent', ...relationNames])

async function known(ctx: ProjectContext, rows: Row[]) {
  const named = (isMeant: (field: string | null) => boolean) =>
    rows
      .filter(({ field }) => isMeant(field))
      .flatMap((row) => [row.old_identifier ?? [], row.new_identifier ?? []].flat())
  const items = named((field) => ofItems.has(field))
  const visible = items.length === 0 ? [] : await visibleItems(ctx, items)
  const isMoved = named((field) => field === 'project').length > 0
  const projects = isMoved
    ? await accessibleProjects(ctx.em, ctx.user.id, ctx.workspace).select('project_id').execute()
    : []
  const ids = new Set([...visible.map(({ id }) => id), ...projects.map(({ project_id }) => project_id)])
  return (field: string | null, id: string | null): boolean =>
    id === null || !(ofItems.has(field) || field === 'project') || ids.has(id)
}

/** What every record of the item says alike. */
async function aroundOf(
  { em, project, workspace }: ProjectContext,
  { id, name, sequence_id }: { id: string; name: string; sequence_id: number },
) {
  const place = await query(em)
    .selectFrom('projects as p')
    .innerJoin('workspaces as w', 'w.id', 'p.workspace_id')
    .select(['p.name as project_name', 'w.name as workspace_name'])
    .where('p.id', '=', project.id)
    .executeTakeFirstOrThrow()
  return {
    issue: id,
    project: project.id,
    workspace: workspace.id,
    issue_detail: { id, name, sequence_id },
    project_detail: { id: project.id, name: place.project_name, identifier: project.identifier },
    workspace_detail: { id: workspace.id, name: place.workspace_name, slug: workspace.slug },
  }
}
