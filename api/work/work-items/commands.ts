import type { BodyOf } from '#common/platform/call.ts'
import { notFound } from '#common/platform/errors.ts'
import type { workItemCalls } from '#common/work/work-items/calls.ts'
import { canDeleteWorkItem } from '#common/work/work-items/rules.ts'
import { type WorkItemRow, workItemRow } from '#common/work/work-items/schema.ts'
import { actorOf, requirePermission } from '../../access/actor.ts'
import { assertNotArchived } from '../../access/guard.ts'
import { documentContentOf } from '../../documents/content/content.ts'
import { parseIfMatch } from '../../documents/content/etag.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { present } from '../../platform/db/present.ts'
import { changeItems } from './change-items.ts'
import { runInCurrentProject } from './current-project.ts'
import { writeItemDescription } from './describe.ts'
import { loadWorkItem } from './load.ts'
import { lockItems } from './lock-items.ts'
import type { ChangeOptions } from './properties.ts'
import { restoreItems, trashItems } from './trash.ts'

type UpdateInput = BodyOf<typeof workItemCalls.updateWorkItem>

export function updateWorkItem(ctx: ProjectContext, id: string, input: UpdateInput): Promise<WorkItemRow> {
  return runInCurrentProject(ctx, id, (itemCtx) => {
    assertNotArchived(itemCtx.project)
    return changeItem(itemCtx, id, input)
  })
}

/** Changes an item, including its description if the input contains one. */
export async function changeItem(
  ctx: ProjectContext,
  id: string,
  input: UpdateInput,
  options?: ChangeOptions,
): Promise<WorkItemRow> {
  const match = parseIfMatch(ctx.http.if_match)
  const [item] = await changeItems(ctx, new Map([[id, input]]), options)
  if (item === undefined) throw notFound('Issue not found')
  const content = documentContentOf(input)
  if (content === null) return present(workItemRow, item)
  await writeItemDescription(ctx, item, { ...content, match, is_conversion: input.skip_activity ?? false })
  const [described = item] = await lockItems(ctx, [id])
  return present(workItemRow, described)
}

export async function deleteWorkItem(ctx: ProjectContext, id: string): Promise<undefined> {
  const item = await loadWorkItem(ctx, id)
  requirePermission(canDeleteWorkItem(actorOf(ctx), item))
  await trashItems(ctx, [id])
}

export async function restoreWorkItem(ctx: ProjectContext, id: string): Promise<WorkItemRow> {
  const item = await loadWorkItem(ctx, id, { trashed: true })
  requirePermission(canDeleteWorkItem(actorOf(ctx), item))
  const [restored] = await restoreItems(ctx, [id])
  return present(workItemRow, restored ?? item)
}
