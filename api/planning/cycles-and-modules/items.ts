import { canEditCyclesAndModules } from '#common/planning/cycles-and-modules/rules.ts'
import { notFound } from '#common/platform/errors.ts'
import { projectActor, requirePermission } from '../../access/actor.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { changeItems } from '../../work/work-items/change-items.ts'
import { lockItems } from '../../work/work-items/lock-items.ts'
import type { CycleOrModuleDefinition, CycleOrModuleEntity, CycleOrModuleRow } from './definition.ts'
import { findCycleOrModule } from './queries.ts'

export async function addItemsToCycleOrModule<Row extends CycleOrModuleRow>(
  ctx: ProjectContext,
  definition: CycleOrModuleDefinition<Row, CycleOrModuleEntity, unknown>,
  id: string,
  issues: string[],
): Promise<{ message: string }> {
  requirePermission(canEditCyclesAndModules(projectActor(ctx)))
  definition.checkAdding(await findCycleOrModule(ctx, definition, id))
  await changeItems(ctx, new Map(issues.map((issue) => [issue, definition.adding(id)])), { adds: true })
  return { message: 'success' }
}

export async function removeItemFromCycleOrModule(
  ctx: ProjectContext,
  { removing }: Pick<CycleOrModuleDefinition, 'removing'>,
  id: string,
  issue: string,
): Promise<undefined> {
  requirePermission(canEditCyclesAndModules(projectActor(ctx)))
  const [item] = await lockItems(ctx, [issue])
  const change = item === undefined ? null : removing(item, id)
  if (change === null) throw notFound('Issue not found')
  await changeItems(ctx, new Map([[issue, change]]))
}
