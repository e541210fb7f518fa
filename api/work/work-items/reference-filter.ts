import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { emptyFieldValues, type FieldValues, projectSpecificFields } from '#common/work/work-items/fields.ts'
import { assignableUsers } from '../../access/people.ts'
import { query } from '../../platform/db/orm.ts'
import { lockExistingLabels } from './labels-and-numbers.ts'
import { lockActiveEstimateValues } from './lock-active-estimate-values.ts'

/** The values of an item that refer to rows of its project. */
export type ProjectReferences = FieldValues<typeof projectSpecificFields>

interface ProjectKey {
  project_id: string | null
  workspace_id: string
}

/** Returns a function that removes values which do not exist in the project, as if they had been deleted. */
export async function loadReferenceFilter(
  em: EntityManager,
  { project_id, workspace_id }: ProjectKey,
  all: readonly ProjectReferences[],
): Promise<<Item extends ProjectReferences>(item: Item) => Item> {
  if (project_id === null) return (item) => ({ ...item, ...emptyFieldValues(projectSpecificFields) })
  const ids = (of: (item: ProjectReferences) => string | readonly string[]) => [...new Set(all.flatMap(of))]
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
    await assignableUsers(
      em,
      project_id,
      workspace_id,
      ids((item) => item.assignee_ids),
    ),
  )
  const labels = new Set(
    await lockExistingLabels(
      em,
      project_id,
      ids((item) => item.label_ids),
    ),
  )
  const points = await lockActiveEstimateValues(
    { em, project: { id: project_id } },
    ids((item) => item.estimate_point ?? []),
  )
  const among = (existing: Set<string>, some: string[]) => [...new Set(some)].filter((id) => existing.has(id))
  return (item) => ({
    ...item,
    state_id: item.state_id !== null && states.has(item.state_id) ? item.state_id : null,
    assignee_ids: among(people, item.assignee_ids),
    label_ids: among(labels, item.label_ids),
    estimate_point:
      item.estimate_point !== null && points.has(item.estimate_point) ? item.estimate_point : null,
  })
}
