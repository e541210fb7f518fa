import { sql } from 'kysely'
import { AppError } from '#common/platform/errors.ts'
import { accessibleProjects, findProject } from '../../access/access.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'

/**
 * Does something with an item of the project, or with one that has moved on from it, in the project where it is now: links and changes that
 * waited for a connection have the address from before. Who has no access to it there does not find it.
 */
export async function whereItIs<Result>(
  ctx: ProjectContext,
  id: string,
  work: (ctx: ProjectContext) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(ctx)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error
    const there = await accessThere(ctx, id)
    if (!there) throw error
    return work({ ...ctx, ...there })
  }
}

async function accessThere({ em, user, workspace, project }: ProjectContext, id: string) {
  const { rows } = await sql<{ project_id: string }>`
    select i.project_id from former_work_item_keys f join work_items i on i.id = f.work_item_id
    where f.project_id = ${project.id} and f.work_item_id = ${id}`.execute(query(em))
  const project_id = rows[0]?.project_id
  if (project_id === undefined) return
  // One that they might join tells nothing of its items either.
  const mine = await accessibleProjects(em, user.id, workspace)
    .where('project_id', '=', project_id)
    .executeTakeFirst()
  return mine && (await findProject(em, user.id, workspace, project_id))
}
