import { cycleMoments } from '#common/planning/cycles/moments.ts'
import { cycleDays } from '#common/planning/cycles/rules.ts'
import type { ProjectContext } from '../../platform/context/context.ts'
import { datesOf, statusOf } from './dates.ts'
import { CycleEntity } from './entity.ts'
import { freezeEndedIn } from './freeze.ts'

/**
 * Where a project gets another time zone, its cycles have the same days there. What is over ended when it did, and came to what it did by the
 * days that it had. The project is locked.
 */
export async function keepDays(
  { em, project, user }: ProjectContext,
  from: string,
  to: string,
): Promise<void> {
  if (from === to) return
  await freezeEndedIn(em, project.id)
  const cycles = await em.find(
    CycleEntity,
    { project_id: project.id, start_date: { $ne: null } },
    { orderBy: { id: 'asc' } },
  )
  for (const cycle of cycles) {
    const days = cycleDays(datesOf(cycle), from)
    if (days === null || statusOf(cycle) === 'COMPLETED') continue
    em.assign(cycle, { ...cycleMoments(days, to), updated_by: user.id })
  }
  await em.flush()
}
