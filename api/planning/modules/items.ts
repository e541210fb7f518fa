import type { moduleCalls } from '#common/planning/modules/calls.ts'
import { canKeepModules, takesItems } from '#common/planning/modules/rules.ts'
import type { AnswerOf, BodyOf } from '#common/platform/call.ts'
import { AppError, notFound } from '#common/platform/errors.ts'
import { type WorkItemRow, workItemRow } from '#common/work/work-items/schema.ts'
import { actorOf, allow } from '../../access/actor.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { present } from '../../platform/db/present.ts'
import { changeItems } from '../../work/work-items/change-items.ts'
import { lockItems } from '../../work/work-items/lock-items.ts'
import { takesNoMore } from '../../work/work-items/modules-taking.ts'
import { findModule } from './queries.ts'

type Calls = typeof moduleCalls

/** They stay in the other modules that they are in. */
export async function addToModule(
  ctx: ProjectContext,
  id: string,
  issues: string[],
): Promise<AnswerOf<Calls['addToModule']>> {
  allow(canKeepModules(actorOf(ctx)))
  if (!takesItems(await findModule(ctx, id))) throw new AppError('invalid', takesNoMore)
  await changeItems(ctx, new Map(issues.map((issue) => [issue, { module_ids: [id] }])), { adds: true })
  return { message: 'success' }
}

export async function removeFromModule(ctx: ProjectContext, id: string, issue: string): Promise<undefined> {
  allow(canKeepModules(actorOf(ctx)))
  const [item] = await lockItems(ctx, [issue])
  if (!item?.module_ids.includes(id)) throw notFound('Issue not found')
  const module_ids = item.module_ids.filter((one) => one !== id)
  await changeItems(ctx, new Map([[issue, { module_ids }]]))
}

export async function setWorkItemModules(
  ctx: ProjectContext,
  issue: string,
  { modules, removed_modules }: BodyOf<Calls['setWorkItemModules']>,
): Promise<WorkItemRow> {
  allow(canKeepModules(actorOf(ctx)))
  const [item] = await lockItems(ctx, [issue])
  if (item === undefined) throw notFound('Issue not found')
  const wanted = [...item.module_ids, ...modules].filter((id) => !removed_modules.includes(id))
  const [after] = await changeItems(ctx, new Map([[issue, { module_ids: [...new Set(wanted)] }]]))
  return present(workItemRow, after ?? item)
}
