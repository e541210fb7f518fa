import { cycleMoments } from '#common/planning/cycles/moments.ts'
import { cycleDays } from '#common/planning/cycles/rules.ts'
import { projectChanging } from '../../organization/projects/events.ts'
import { listenTo } from '../../platform/db/events.ts'
import { cycleDatesOf, cycleStatusOf } from './dates.ts'
import { CycleEntity } from './entity.ts'
import { freezeEndedCyclesOfProject } from './freeze.ts'

/**
 * When the time zone of a project changes, its cycles keep their calendar days. Completed cycles keep their
 * time of completion and their figures.
 */
export const keepDaysInNewTimezone = listenTo(projectChanging, async (em, { ctx, project, change }) => {
  const [from, to] = [project.timezone, change.timezone]
  if (to === undefined || from === to) return
  await freezeEndedCyclesOfProject(em, project.id)
  const cycles = await em.find(
    CycleEntity,
    { project_id: project.id, start_date: { $ne: null } },
    { orderBy: { id: 'asc' } },
  )
  for (const cycle of cycles) {
    const days = cycleDays(cycleDatesOf(cycle), from)
    if (days === null || cycleStatusOf(cycle) === 'COMPLETED') continue
    em.assign(cycle, { ...cycleMoments(days, to), updated_by: ctx.user.id })
  }
  await em.flush()
})
