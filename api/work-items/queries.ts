import type { AnswerOf } from '#common/call.ts'
import { notFound } from '#common/errors.ts'
import type { workItemCalls } from '#common/work-items/calls.ts'
import { workItemDetail } from '#common/work-items/schema.ts'
import type { ProjectContext, WorkspaceContext } from '../context.ts'
import { query } from '../db/orm.ts'
import { present } from '../db/present.ts'
import { findProjectReach } from '../http/reach.ts'

type Detail = AnswerOf<typeof workItemCalls.getWorkItem>

export async function getWorkItem(ctx: ProjectContext, id: string): Promise<Detail> {
  return detail(ctx, ctx.project, { id })
}

/** By its key, such as ATL-12; the project is looked up from the key, so its reach is asked here. */
export async function getWorkItemByKey(ctx: WorkspaceContext, key: string): Promise<Detail> {
  const dash = key.lastIndexOf('-')
  const project = await query(ctx.em)
    .selectFrom('projects')
    .select('id')
    .where('workspace_id', '=', ctx.workspace.id)
    .where('identifier', '=', key.slice(0, dash).toUpperCase())
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const reached = project && (await findProjectReach(ctx.em, ctx.workspace, project.id, ctx.user.id))
  if (!reached) throw notFound('Issue not found')
  return detail(ctx, reached, { sequence_id: Number(key.slice(dash + 1)) })
}

export async function getWorkItemMeta(ctx: ProjectContext, id: string) {
  const { sequence_id } = await detail(ctx, ctx.project, { id })
  return { sequence_id, project_identifier: ctx.project.identifier }
}

async function detail(
  ctx: WorkspaceContext,
  project: ProjectContext['project'],
  which: { id: string } | { sequence_id: number },
): Promise<Detail> {
  let rows = query(ctx.em)
    .selectFrom('work_items')
    .selectAll()
    .where('project_id', '=', project.id)
    .where('deleted_at', 'is', null)
  rows = 'id' in which ? rows.where('id', '=', which.id) : rows.where('sequence_id', '=', which.sequence_id)
  if (!project.sees_all) rows = rows.where('created_by', '=', ctx.user.id)
  const row = await rows.executeTakeFirst()
  if (row === undefined) throw notFound('Issue not found')
  return present(workItemDetail, { ...row, is_subscribed: row.subscriber_ids.includes(ctx.user.id) })
}
