import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'

/** Returns the time zone that defines the project's days. */
export async function loadProjectTimezone({ em, project }: ProjectContext): Promise<string> {
  const { timezone } = await query(em)
    .selectFrom('projects')
    .select('timezone')
    .where('id', '=', project.id)
    .executeTakeFirstOrThrow()
  return timezone
}
