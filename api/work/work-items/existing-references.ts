import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { emptyOf, type FieldValues, projectFields } from '#common/work/work-items/fields.ts'
import { assignable } from '../../access/people.ts'
import { query } from '../../platform/db/orm.ts'
import { labelsOf } from './links.ts'
import { pointsInUse } from './points-in-use.ts'

/** What an item has of its project. */
export type OfProject = FieldValues<typeof projectFields>

interface Where {
  project_id: string | null
  workspace_id: string
}

/** Of what these have, what there is in a project: the rest is left out, as it is where somebody deletes it. */
export async function fittingIn(
  em: EntityManager,
  { project_id, workspace_id }: Where,
  all: readonly OfProject[],
): Promise<<Item extends OfProject>(item: Item) => Item> {
  if (project_id === null) return (item) => ({ ...item, ...emptyOf(projectFields) })
  const ids = (of: (item: OfProject) => string | readonly string[]) => [...new Set(all.flatMap(of))]
  const wanted = ids(({ state_id }) => (state_id === null ? [] : [state_id]))
  const rows = await query(em)
    .selectFrom('states')
    .select('id')
    .where(sql<boolean>`id = any(${wanted}::uuid[])`)
    .where('project_id', '=', project_id)
    .where('deleted_at', 'is', null)
    .where('group', '<>', 'triage')
    .execute()
  const states = new Set(rows.map((row) => row.id))
  const people = new Set(
    await assignable(
      em,
      project_id,
      workspace_id,
      ids((item) => item.assignee_ids),
    ),
  )
  const labels = new Set(
    await labelsOf(
      em,
      project_id,
      ids((item) => item.label_ids),
    ),
  )
  const points = await pointsInUse(
    { em, project: { id: project_id } },
    ids((item) => item.estimate_point ?? []),
  )
  const among = (there: Set<string>, some: string[]) => [...new Set(some)].filter((id) => there.has(id))
  return (item) => ({
    ...item,
    state_id: item.state_id !== null && states.has(item.state_id) ? item.state_id : null,
    assignee_ids: among(people, item.assignee_ids),
    label_ids: among(labels, item.label_ids),
    estimate_point:
      item.estimate_point !== null && points.has(item.estimate_point) ? item.estimate_point : null,
  })
}
