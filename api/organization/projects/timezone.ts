import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'

/** Of the project: its days begin and end by it. */
export async function timezoneOf({ em, project }: ProjectContext): Promise<string> {
  const { timezone } = await query(em)
    .selectFrom('projects')
    .select('timezone')
    .where('id', '=', project.id)
    .executeTakeFirstOrThrow()
  return timezone
}
