import { type ModuleDetail, type ModuleLink, moduleDetail } from '#common/planning/modules/schema.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { presentRow } from '../../platform/db/present.ts'
import { findCycleOrModule, getCycleOrModule } from '../cycles-and-modules/queries.ts'
import { loadFigureSettings } from '../figures/figure-settings.ts'
import { countSubItems, loadCycleOrModuleStats } from '../figures/figures.ts'
import { moduleDefinition } from './definition.ts'

export async function getModule(ctx: ProjectContext, id: string): Promise<ModuleDetail> {
  const { em } = ctx
  const answer = await getCycleOrModule(ctx, moduleDefinition, id)
  const { start_date: first, target_date: last } = answer
  const days = first === null || last === null ? null : { first, last }
  const { issues, points } = await loadCycleOrModuleStats(
    em,
    'module',
    id,
    days,
    await loadFigureSettings(em, ctx.project.id),
  )
  return presentRow(moduleDetail, {
    ...answer,
    sub_issues: await countSubItems(em, id),
    distribution: issues,
    estimate_distribution: points,
  })
}

export async function listModuleLinks(ctx: ProjectContext, id: string): Promise<ModuleLink[]> {
  return (await findCycleOrModule(ctx, moduleDefinition, id)).link_module
}
