import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { type CycleStatus, cycleStatus, takesItems } from '#common/cycles/rules.ts'
import type { CycleRow } from '#common/cycles/schema.ts'
import { tables } from '../app/sync.ts'
import { todayAtom } from '../users/today.ts'

/** The cycles of a project, the next first: by their days, drafts behind those by name. */
export const cyclesAtom = atomFamily((projectId: string) =>
  atom((get) =>
    get(tables.cycles.allAtom)
      .filter((cycle) => cycle.project_id === projectId)
      .sort(byDays),
  ),
)

/** Those that are not in the archive. */
export const currentCyclesAtom = atomFamily((projectId: string) =>
  atom((get) => get(cyclesAtom(projectId)).filter((cycle) => cycle.archived_at === null)),
)

/** Those that an item can be put into, the one that runs first. */
export const openCyclesAtom = atomFamily((projectId: string) =>
  atom((get) => {
    // Another day ends one and begins another.
    get(todayAtom)
    return get(cyclesAtom(projectId)).filter((cycle) => takesItems(cycle, Date.now()))
  }),
)

export function statusOf(cycle: Pick<CycleRow, 'start_date' | 'end_date'>): CycleStatus {
  return cycleStatus(cycle, Date.now())
}

function byDays(one: CycleRow, other: CycleRow): number {
  const [a, b] = [one.start_date, other.start_date].map((date) =>
    date === null ? Infinity : Date.parse(date),
  )
  const days = (a ?? 0) - (b ?? 0)
  // Both drafts: infinity less infinity is no number.
  return (
    days ||
    one.sort_order - other.sort_order ||
    one.name.localeCompare(other.name, undefined, { numeric: true })
  )
}
