import { atom, type Getter, useAtomValue } from 'jotai'
import { atomFamily } from 'jotai-family'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { canChangeWorklog, canLogTime, canSeeWorklogs } from '#common/work/worklogs/rules.ts'
import type { TimerRow, WorklogRow } from '#common/work/worklogs/schema.ts'
import { tables } from '../../platform/app/sync.ts'
import { joinedProjectsAtom } from '../../platform/person/projects.ts'
import { projectRoleAtom, useProjectActor } from '../../platform/person/roles.ts'
import type { Project } from '../../platform/sync/tables.ts'

const byItemAtom = atom((get) => Map.groupBy(get(tables.worklogs.allAtom), (log) => log.issue_id))

const none: WorklogRow[] = []

/** The loaded time logs of an item, newest day first. */
export const itemWorklogsAtom = atomFamily((itemId: string) =>
  atom((get) =>
    (get(byItemAtom).get(itemId) ?? none).toSorted(
      (a, b) => b.date.localeCompare(a.date) || b.id.localeCompare(a.id),
    ),
  ),
)

/** The user's running timer, or null. */
export const timerAtom = atom((get): TimerRow | null => get(tables.timers.allAtom)[0] ?? null)

/** Returns whether time tracking is enabled in the project and visible to the user. */
export function canSeeLoggedTime(get: Getter, { id, is_time_tracking_enabled }: Project): boolean {
  return is_time_tracking_enabled && canSeeWorklogs({ role: get(projectRoleAtom(id)) })
}

/** The projects whose logged time the user can see, in the order of the sidebar. */
export const projectsWithTimeTrackingAtom = atom((get) =>
  get(joinedProjectsAtom).filter((project) => canSeeLoggedTime(get, project)),
)

export const hasTimeTrackingProjectAtom = atom((get) => get(projectsWithTimeTrackingAtom).length > 0)

/** Returns the user's rights on the time of an item. The server uses the same rules. */
export function useWorklogRights(row: Pick<WorkItemRow, 'project_id'>) {
  const project = useAtomValue(tables.projects.rowAtom(row.project_id))
  const ownRole = useAtomValue(projectRoleAtom(row.project_id))
  const actor = useProjectActor(row.project_id)
  const see = project?.is_time_tracking_enabled === true && canSeeWorklogs({ role: ownRole })
  return {
    see,
    log: (item: WorkItemRow) => see && canLogTime(actor, item),
    change: (log: WorklogRow, item: WorkItemRow) => see && canChangeWorklog(actor, log, item),
  }
}
