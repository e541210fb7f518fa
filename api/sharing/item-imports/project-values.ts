import { role } from '#common/platform/roles.ts'
import { selectUserIdsWithProjectAccess } from '../../access/people.ts'
import { listActivePoints } from '../../planning/estimates/queries.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'

export interface NamedValue {
  id: string
  name: string
}

export interface AssignablePerson {
  id: string
  email: string
  display_name: string
  first_name: string
  last_name: string
}

/** The values of a project to which an import maps the values of a file. */
export interface ProjectValues {
  states: NamedValue[]
  labels: NamedValue[]
  cycles: NamedValue[]
  modules: NamedValue[]
  /** Values of the active estimate. */
  points: NamedValue[]
  people: AssignablePerson[]
}

export async function loadProjectValues(ctx: ProjectContext): Promise<ProjectValues> {
  const points = await listActivePoints(ctx)
  return {
    states: await namesIn(ctx, 'states'),
    labels: await namesIn(ctx, 'labels'),
    cycles: await namesIn(ctx, 'cycles'),
    modules: await namesIn(ctx, 'modules'),
    points: points.map(({ id, value }) => ({ id, name: value })),
    people: await loadPeople(ctx),
  }
}

async function namesIn(
  { em, project }: ProjectContext,
  table: 'states' | 'labels' | 'cycles' | 'modules',
): Promise<NamedValue[]> {
  const rows = query(em)
    .selectFrom(table)
    .select(['id', 'name'])
    .where('project_id', '=', project.id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
  if (table !== 'states') return rows.execute()
  const triage = query(em).selectFrom('states').select('id').where('group', '=', 'triage')
  return rows.where('id', 'not in', triage.where('project_id', '=', project.id)).execute()
}

/** Loads the users to whom items of the project can be assigned. */
function loadPeople({ em, workspace, project }: ProjectContext): Promise<AssignablePerson[]> {
  return query(em)
    .selectFrom('users')
    .select(['id', 'email', 'display_name', 'first_name', 'last_name'])
    .where('id', 'in', selectUserIdsWithProjectAccess(em, workspace.id, project.id, role.member))
    .orderBy('id')
    .execute()
}

export function normalName(name: string): string {
  return name.trim().toLowerCase().normalize('NFC')
}

export function findValueByName(values: readonly NamedValue[], name: string): NamedValue | undefined {
  const wanted = normalName(name)
  return values.find((value) => normalName(value.name) === wanted)
}
