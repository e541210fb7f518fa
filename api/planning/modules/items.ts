import { canEditCyclesAndModules } from '#common/planning/cycles-and-modules/rules.ts'
import type { moduleCalls } from '#common/planning/modules/calls.ts'
import type { BodyOf } from '#common/platform/call.ts'
import { notFound } from '#common/platform/errors.ts'
import { type WorkItemRow, workItemRow } from '#common/work/work-items/schema.ts'
import { projectActor, requirePermission } from '../../access/actor.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { presentRow } from '../../platform/db/present.ts'
import { changeItems } from '../../work/work-items/change-items.ts'
import { lockItems } from '../../work/work-items/lock-items.ts'

export async function setWorkItemModules(
  ctx: ProjectContext,
  issue: string,
  { modules, removed_modules }: BodyOf<(typeof moduleCalls)['setWorkItemModules']>,
): Promise<WorkItemRow> {
  requirePermission(canEditCyclesAndModules(projectActor(ctx)))
  const [item] = await lockItems(ctx, [issue])
  if (item === undefined) throw notFound('Issue not found')
  const wanted = [...item.module_ids, ...modules].filter((id) => !removed_modules.includes(id))
  const [after] = await changeItems(ctx, new Map([[issue, { module_ids: [...new Set(wanted)] }]]))
  return presentRow(workItemRow, after ?? item)
}
