import type { BodyOf } from '#common/platform/call.ts'
import { notFound } from '#common/platform/errors.ts'
import type { workItemCalls } from '#common/work/work-items/calls.ts'
import { canDeleteWorkItem } from '#common/work/work-items/rules.ts'
import { type WorkItemRow, workItemRow } from '#common/work/work-items/schema.ts'
import { projectActor, requirePermission } from '../../access/actor.ts'
import { assertProjectNotArchived } from '../../access/guard.ts'
import { documentContentFromInput } from '../../documents/content/content.ts'
import { parseIfMatch } from '../../documents/content/etag.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { presentRow } from '../../platform/db/present.ts'
import { changeItems } from './change-items.ts'
import { runInCurrentProjectOfItem } from './current-project.ts'
import { loadWorkItem } from './load.ts'
import { lockItems } from './lock-items.ts'
import type { ItemChangeOptions } from './property-setters.ts'
import { restoreItems, trashItems } from './trash.ts'
import { writeItemDescription } from './write-description.ts'

type UpdateInput = BodyOf<typeof workItemCalls.updateWorkItem>

export function updateWorkItem(ctx: ProjectContext, id: string, input: UpdateInput): Promise<WorkItemRow> {
  return runInCurrentProjectOfItem(ctx, id, (itemCtx) => {
    assertProjectNotArchived(itemCtx.project)
    return changeItem(itemCtx, id, input)
  })
}

/** Changes an item, including its description if the input contains one. */
export async function changeItem(
  ctx: ProjectContext,
  id: string,
  input: UpdateInput,
  options?: ItemChangeOptions,
): Promise<WorkItemRow> {
  const match = parseIfMatch(ctx.http.if_match)
  const [item] = await changeItems(ctx, new Map([[id, input]]), options)
  if (item === undefined) throw notFound('Issue not found')
  const content = documentContentFromInput(input)
  if (content === null) return presentRow(workItemRow, item)
  await writeItemDescription(ctx, item, { ...content, match, is_conversion: input.skip_activity ?? false })
  const [described = item] = await lockItems(ctx, [id])
  return presentRow(workItemRow, described)
}

export async function deleteWorkItem(ctx: ProjectContext, id: string): Promise<undefined> {
  const item = await loadWorkItem(ctx, id)
  requirePermission(canDeleteWorkItem(projectActor(ctx), item))
  await trashItems(ctx, [id])
}

export async function restoreWorkItem(ctx: ProjectContext, id: string): Promise<WorkItemRow> {
  const item = await loadWorkItem(ctx, id, { trashed: true })
  requirePermission(canDeleteWorkItem(projectActor(ctx), item))
  const [restored] = await restoreItems(ctx, [id])
  return presentRow(workItemRow, restored ?? item)
}
