import { type ModuleDetail, type ModuleLink, moduleDetail } from '#common/planning/modules/schema.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { present } from '../../platform/db/present.ts'
import { loadPlanFigureSettings } from '../figures/clock.ts'
import { countSubItems, planStatsOf } from '../figures/figures.ts'
import { findPlan, getPlan } from '../plans/queries.ts'
import { modulePlan } from './plan-type.ts'

export async function getModule(ctx: ProjectContext, id: string): Promise<ModuleDetail> {
  const { em } = ctx
  const answer = await getPlan(ctx, modulePlan, id)
  const { start_date: first, target_date: last } = answer
  const days = first === null || last === null ? null : { first, last }
  const { issues, points } = await planStatsOf(
    em,
    'module',
    id,
    days,
    await loadPlanFigureSettings(em, ctx.project.id),
  )
  return present(moduleDetail, {
    ...answer,
    sub_issues: await countSubItems(em, id),
    distribution: issues,
    estimate_distribution: points,
  })
}

export async function listModuleLinks(ctx: ProjectContext, id: string): Promise<ModuleLink[]> {
  return (await findPlan(ctx, modulePlan, id)).link_module
}
