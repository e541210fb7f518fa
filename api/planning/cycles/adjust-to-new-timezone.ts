import { cycleDayRange } from '#common/planning/cycles/rules.ts'
import { computeCycleTimestamps } from '#common/planning/cycles/timestamps.ts'
import { projectChanging } from '../../organization/projects/events.ts'
import { listenTo } from '../../platform/db/events.ts'
import { getCycleStatus, toIsoCycleDates } from './dates.ts'
import { CycleEntity } from './entity.ts'
import { freezeEndedCyclesOfProject } from './freeze.ts'

/**
 * When the time zone of a project changes, the first and last days of its cycles stay the same calendar dates. The
 * time of completion and the statistics of completed cycles do not change.
 */
export const adjustCyclesToNewTimezone = listenTo(projectChanging, async (em, { ctx, project, change }) => {
  const [from, to] = [project.timezone, change.timezone]
  if (to === undefined || from === to) return
  await freezeEndedCyclesOfProject(em, project.id)
  const cycles = await em.find(
    CycleEntity,
    { project_id: project.id, start_date: { $ne: null } },
    { orderBy: { id: 'asc' } },
  )
  for (const cycle of cycles) {
    const days = cycleDayRange(toIsoCycleDates(cycle), from)
    if (days === null || getCycleStatus(cycle) === 'COMPLETED') continue
    em.assign(cycle, { ...computeCycleTimestamps(days, to), updated_by: ctx.user.id })
  }
  await em.flush()
})
