import { atom, type Getter, useAtomValue } from 'jotai'
import { atomFamily } from 'jotai-family'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { canChangeWorklog, canLogTime, canSeeWorklogs } from '#common/work/worklogs/rules.ts'
import type { TimerRow, WorklogRow } from '#common/work/worklogs/schema.ts'
import { tables } from '../../platform/app/sync.ts'
import { projectRoleAtom, useActor } from '../../platform/person/may.ts'
import { joinedProjectsAtom } from '../../platform/person/projects.ts'
import type { Project } from '../../platform/sync/tables.ts'

const byItemAtom = atom((get) => Map.groupBy(get(tables.worklogs.allAtom), (log) => log.issue_id))

const none: WorklogRow[] = []

/** What was logged on an item, as far as it was read: the newest day first. */
export const worklogsOfAtom = atomFamily((itemId: string) =>
  atom((get) =>
    (get(byItemAtom).get(itemId) ?? none).toSorted(
      (a, b) => b.date.localeCompare(a.date) || b.id.localeCompare(a.id),
    ),
  ),
)

/** One's own timer, if one runs. */
export const timerAtom = atom((get): TimerRow | null => get(tables.timers.allAtom)[0] ?? null)

/** Whether a project has time that one may read. */
export function seesTime(get: Getter, { id, is_time_tracking_enabled }: Project): boolean {
  return is_time_tracking_enabled && canSeeWorklogs({ role: get(projectRoleAtom(id)) })
}

/** The projects whose time one reads, in the order of one's sidebar. */
export const timedProjectsAtom = atom((get) =>
  get(joinedProjectsAtom).filter((project) => seesTime(get, project)),
)

export const tracksTimeAtom = atom((get) => get(timedProjectsAtom).length > 0)

/** What one may do with the time of an item, by the rules that the server asks. */
export function useTimeRights(row: Pick<WorkItemRow, 'project_id'>) {
  const project = useAtomValue(tables.projects.rowAtom(row.project_id))
  const held = useAtomValue(projectRoleAtom(row.project_id))
  const actor = useActor(row.project_id)
  const see = project?.is_time_tracking_enabled === true && canSeeWorklogs({ role: held })
  return {
    see,
    log: (item: WorkItemRow) => see && canLogTime(actor, item),
    change: (log: WorklogRow, item: WorkItemRow) => see && canChangeWorklog(actor, log, item),
  }
}
