import { sql } from 'kysely'
import { AppError } from '#common/platform/errors.ts'
import { accessibleProjects, findProject } from '../../access/access.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'

/**
 * Runs `work` in the project of the request. If the item is not found there, runs `work` again in the project
 * that contains the item now, because links and queued offline changes may still name a former project. If
 * the caller has no access to the current project, the item is treated as not found.
 */
export async function runInCurrentProjectOfItem<Result>(
  ctx: ProjectContext,
  id: string,
  work: (ctx: ProjectContext) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(ctx)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error
    const access = await currentAccess(ctx, id)
    if (!access) throw error
    return work({ ...ctx, ...access })
  }
}

async function currentAccess({ em, user, workspace, project }: ProjectContext, id: string) {
  const { rows } = await sql<{ project_id: string }>`
    select i.project_id from former_work_item_keys f join work_items i on i.id = f.work_item_id
    where f.project_id = ${project.id} and f.work_item_id = ${id}`.execute(query(em))
  const project_id = rows[0]?.project_id
  if (project_id === undefined) return
  // Public projects that the caller has not joined do not count, because the caller cannot see their items.
  const mine = await accessibleProjects(em, user.id, workspace)
    .where('project_id', '=', project_id)
    .executeTakeFirst()
  return mine && (await findProject(em, user.id, workspace, project_id))
}
