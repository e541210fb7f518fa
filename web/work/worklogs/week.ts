import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { addDays } from '#common/platform/clock.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import type { WorklogRow } from '#common/work/worklogs/schema.ts'
import { tables } from '../../platform/app/sync.ts'
import type { Project } from '../../platform/sync/tables.ts'
import { projectsWithTimeTrackingAtom } from './atoms.ts'

/** An item with the time that one person logged on it in a week. */
export interface ItemWeekWorklogs {
  item: WorkItemRow
  byDay: ReadonlyMap<string, readonly WorklogRow[]>
  total: number
}

export interface ProjectWeekWorklogs {
  project: Project
  items: ItemWeekWorklogs[]
  total: number
}

export function daysOfWeek(first: string): string[] {
  return Array.from({ length: 7 }, (_, at) => addDays(first, at))
}

export function sumLoggedMinutes(logs: readonly WorklogRow[]): number {
  return logs.reduce((sum, { duration }) => sum + duration, 0)
}

const weekLogsAtom = atomFamily((key: string) => {
  const [user = '', first = ''] = key.split(' ')
  const last = addDays(first, 6)
  return atom((get) => {
    const timed = new Set(get(projectsWithTimeTrackingAtom).map(({ id }) => id))
    return get(tables.worklogs.allAtom).filter(
      ({ logged_by, date, project_id }) =>
        logged_by === user && date >= first && date <= last && timed.has(project_id),
    )
  })
})

/**
 * Ids of items with logged time whose rows are not loaded. The key consists of the person's id and the first
 * day of the week.
 */
export const unloadedTimesheetItemIdsAtom = atomFamily((key: string) =>
  atom((get) => {
    const ids = new Set(get(weekLogsAtom(key)).map(({ issue_id }) => issue_id))
    return [...ids].filter((id) => get(tables.work_items.rowAtom(id)) === undefined).join(',')
  }),
)

/**
 * A person's week by project. The key consists of the person's id, the first day of the week, and the ids of
 * items that are shown without logged time.
 */
export const timesheetWeekAtom = atomFamily((key: string) => {
  const [user = '', first = '', ...added] = key.split(' ')
  return atom((get): ProjectWeekWorklogs[] => {
    const byItem = Map.groupBy(get(weekLogsAtom(`${user} ${first}`)), ({ issue_id }) => issue_id)
    const items = [...new Set([...byItem.keys(), ...added])].flatMap((id): ItemWeekWorklogs[] => {
      const item = get(tables.work_items.rowAtom(id))
      const logs = byItem.get(id) ?? []
      return item === undefined
        ? []
        : [
            {
              item,
              byDay: Map.groupBy(logs.toSorted(byId), ({ date }) => date),
              total: sumLoggedMinutes(logs),
            },
          ]
    })
    return get(projectsWithTimeTrackingAtom).flatMap((project) => {
      const own = items
        .filter(({ item }) => item.project_id === project.id)
        .toSorted((a, b) => a.item.sequence_id - b.item.sequence_id)
      const total = own.reduce((sum, one) => sum + one.total, 0)
      return own.length === 0 ? [] : [{ project, items: own, total }]
    })
  })
})

function byId(one: WorklogRow, other: WorklogRow): number {
  return one.id.localeCompare(other.id)
}
