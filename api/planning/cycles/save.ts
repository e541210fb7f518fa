import type { CycleAnswer } from '#common/planning/cycles/schema.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { statusOf } from './dates.ts'
import type { Cycle } from './entity.ts'
import { freeze } from './freeze.ts'
import { getCycle } from './queries.ts'

export async function save(ctx: ProjectContext, cycle: Cycle, fields: Partial<Cycle>): Promise<CycleAnswer> {
  ctx.em.assign(cycle, { ...fields, updated_by: ctx.user.id })
  await ctx.em.flush()
  return settled(ctx, cycle)
}

/** Answers the cycle. The figures of a completed cycle are frozen first, also when new dates have completed it. */
export async function settled(ctx: ProjectContext, cycle: Cycle): Promise<CycleAnswer> {
  if (statusOf(cycle) === 'COMPLETED' && cycle.progress_snapshot === null) await freeze(ctx.em, cycle.id)
  return getCycle(ctx, cycle.id)
}
