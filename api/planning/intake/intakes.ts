import type { planeIntakeCalls } from '#common/planning/intake/calls.ts'
import type { ResponseOf } from '#common/platform/call.ts'
import { notFound } from '#common/platform/errors.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'

type Intakes = ResponseOf<typeof planeIntakeCalls.listIntakes>

/** Returns a list with the only intake of the project. The list is empty while intake is turned off. */
export async function listIntakes({ em, project, workspace }: ProjectContext): Promise<Intakes> {
  if (!project.inbox_view) return []
  const { name, intake_count } = await query(em)
    .selectFrom('projects')
    .select(['name', 'intake_count'])
    .where('id', '=', project.id)
    .executeTakeFirstOrThrow()
  return [
    {
      id: project.id,
      name: `${name} Intake`,
      description: '',
      is_default: true,
      project: project.id,
      workspace: workspace.id,
      pending_issue_count: intake_count,
    },
  ]
}

export async function getIntake(ctx: ProjectContext, id: string): Promise<Intakes[number]> {
  const intake = (await listIntakes(ctx)).find((one) => one.id === id)
  if (intake === undefined) throw notFound('Intake not found')
  return intake
}
