import { type RawBuilder, sql } from 'kysely'
import type { ChartAxisName } from '#common/planning/analytics/axes.ts'
import { noValueGroupName } from '#common/work/listing/keys.ts'
import { currentAndFormerMembers } from '../../access/people.ts'
import type { WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { conditionToSql } from '../../work/listing/condition.ts'
import type { AnalyticsSelection } from './scope.ts'

/**
 * For each axis whose values are ids: the table and the column that contain the names of the values. The values of
 * other axes need no names. `isOfProject` is true for rows that belong to one project, because different projects may
 * use the same name.
 */
const named: Partial<Record<ChartAxisName, { table: string; name: string; isOfProject?: true }>> = {
  STATES: { table: 'states', name: 'name', isOfProject: true },
  LABELS: { table: 'labels', name: 'name', isOfProject: true },
  CYCLES: { table: 'cycles', name: 'name', isOfProject: true },
  MODULES: { table: 'modules', name: 'name', isOfProject: true },
  EPICS: { table: 'work_items', name: 'name' },
  PROJECTS: { table: 'projects', name: 'name' },
  ESTIMATE_POINTS: { table: 'estimate_points', name: 'value' },
}

/**
 * Returns a function that returns the name of an axis value. `keys` are the values of work items that the
 * caller can access. For an epic that the caller cannot access, the function returns the id.
 */
export async function loadAxisValueNames(
  ctx: WorkspaceContext,
  { listable: { access } }: Pick<AnalyticsSelection, 'listable'>,
  axis: ChartAxisName,
  keys: readonly (string | null)[],
): Promise<(key: string | null) => string> {
  const ids = [...new Set(keys.filter((key) => key !== null))]
  const names = await readNames(ctx, axis, ids, axis === 'EPICS' ? conditionToSql(access) : sql`true`)
  return (key) => (key === null ? noValueGroupName : (names.get(key) ?? key))
}

async function readNames(
  { em, workspace }: WorkspaceContext,
  axis: ChartAxisName,
  ids: string[],
  isVisible: RawBuilder<unknown>,
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  if (axis === 'ASSIGNEES' || axis === 'CREATED_BY') {
    const people = await currentAndFormerMembers(em, workspace.id)
      .where(sql<boolean>`u.id = any(${ids}::uuid[])`)
      .execute()
    return new Map(people.map((one) => [one.id, one.display_name]))
  }
  const source = named[axis]
  if (source === undefined) return new Map()
  const key = source.isOfProject
    ? sql`(select identifier from projects where projects.id = ${sql.ref(`${source.table}.project_id`)})`
    : sql`null`
  const { rows } = await sql<{ id: string; name: string; key: string | null }>`
    select id, ${sql.ref(source.name)} as name, ${key} as key from ${sql.table(source.table)}
    where id = any(${ids}::uuid[]) and workspace_id = ${workspace.id} and ${isVisible}`.execute(query(em))
  const byName = Map.groupBy(rows, ({ name }) => name)
  const isUnique = (name: string) => byName.get(name)?.length === 1
  return new Map(
    rows.map(({ id, name, key }) => [id, key === null || isUnique(name) ? name : `${key} · ${name}`]),
  )
}
