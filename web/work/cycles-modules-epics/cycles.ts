import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { type CycleStatus, cycleAcceptsItems, cycleStatus } from '#common/planning/cycles/rules.ts'
import type { CycleRow } from '#common/planning/cycles/schema.ts'
import { compareNames } from '../../locales/formats.ts'
import { tables } from '../../platform/app/sync.ts'
import { currentQuarterHourAtom } from '../../platform/person/today.ts'
import { canSeeCyclesOrModules } from './can-see-cycles-or-modules.ts'

/** The cycles of a project by date, followed by the drafts in their manual order. */
export const cyclesAtom = atomFamily((projectId: string) =>
  atom((get) =>
    get(tables.cycles.allAtom)
      .filter((cycle) => cycle.project_id === projectId)
      .sort(byDays),
  ),
)

/** The cycles that are not archived. */
export const unarchivedCyclesAtom = atomFamily((projectId: string) =>
  atom((get) => get(cyclesAtom(projectId)).filter((cycle) => cycle.archived_at === null)),
)

/** The cycles without dates, in their manual order. */
export const cycleDraftsAtom = atomFamily((projectId: string) =>
  atom((get) => get(unarchivedCyclesAtom(projectId)).filter((cycle) => statusOfCycle(cycle) === 'DRAFT')),
)

/** The cycles that accept items, the current one first. */
export const openCyclesAtom = atomFamily((projectId: string) =>
  atom((get) => {
    // The atom depends on the clock, because cycles end and begin at midnight in the project's time zone.
    get(currentQuarterHourAtom)
    return get(cyclesAtom(projectId)).filter((cycle) => cycleAcceptsItems(cycle, Date.now()))
  }),
)

/** The current cycles of all projects whose cycles the user can see, sorted by end date. */
export const activeCyclesAtom = atom((get) => {
  get(currentQuarterHourAtom)
  const isShown = ({ project_id, archived_at }: CycleRow) => {
    const project = get(tables.projects.rowAtom(project_id))
    return (
      archived_at === null && project?.archived_at === null && canSeeCyclesOrModules('cycles', get, project)
    )
  }
  return get(tables.cycles.allAtom)
    .filter((cycle) => statusOfCycle(cycle) === 'CURRENT' && isShown(cycle))
    .sort((one, other) => Date.parse(one.end_date ?? '') - Date.parse(other.end_date ?? ''))
})

export function statusOfCycle(cycle: Pick<CycleRow, 'start_date' | 'end_date'>): CycleStatus {
  return cycleStatus(cycle, Date.now())
}

function byDays(one: CycleRow, other: CycleRow): number {
  const [a, b] = [one.start_date, other.start_date].map((date) =>
    date === null ? Infinity : Date.parse(date),
  )
  const days = (a ?? 0) - (b ?? 0)
  // If both cycles are drafts, `days` is NaN (infinity minus infinity), so the sort order decides.
  return days || one.sort_order - other.sort_order || compareNames(one.name, other.name)
}
