import { type ModuleDetail, type ModuleLink, moduleDetail } from '#common/planning/modules/schema.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { presentRow } from '../../platform/db/present.ts'
import { loadPlanFigureSettings } from '../figures/clock.ts'
import { countSubItems, loadPlanStats } from '../figures/figures.ts'
import { findPlan, getPlan } from '../plans/queries.ts'
import { modulePlanType } from './plan-type.ts'

export async function getModule(ctx: ProjectContext, id: string): Promise<ModuleDetail> {
  const { em } = ctx
  const answer = await getPlan(ctx, modulePlanType, id)
  const { start_date: first, target_date: last } = answer
  const days = first === null || last === null ? null : { first, last }
  const { issues, points } = await loadPlanStats(
    em,
    'module',
    id,
    days,
    await loadPlanFigureSettings(em, ctx.project.id),
  )
  return presentRow(moduleDetail, {
    ...answer,
    sub_issues: await countSubItems(em, id),
    distribution: issues,
    estimate_distribution: points,
  })
}

export async function listModuleLinks(ctx: ProjectContext, id: string): Promise<ModuleLink[]> {
  return (await findPlan(ctx, modulePlanType, id)).link_module
}
