import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'

/** Returns the time zone of the project. It determines when a day of the project begins and ends. */
export async function loadProjectTimezone({ em, project }: ProjectContext): Promise<string> {
  const { timezone } = await query(em)
    .selectFrom('projects')
    .select('timezone')
    .where('id', '=', project.id)
    .executeTakeFirstOrThrow()
  return timezone
}
