import { atom } from 'jotai'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { store, tables } from '../../platform/app/sync.ts'
import { joinedProjectsAtom } from '../../platform/person/projects.ts'
import { projectRoleAtom } from '../../platform/person/roles.ts'
import type { HistoryStep } from '../../platform/sync/history.ts'
import { completeTour } from './complete-tour.ts'

const allSteps = ['live', 'move', 'palette', 'keys', 'undo', 'yours'] as const
export type TourStep = (typeof allSteps)[number]

/** The current step of the tour, or null while the tour is closed. */
export const tourAtom = atom<TourStep | null>(null)

/**
 * The project in which the tour lets the user move a card. Undefined if the workspace has no sample project, or if the
 * user may not change its work items. Only the sample project was created by a bot that is no service account.
 */
export const sampleProjectAtom = atom((get) =>
  get(joinedProjectsAtom).find(({ id, created_by }) => {
    const creator = get(tables.users.rowAtom(created_by ?? ''))
    const isSample = creator?.is_bot === true && !creator.is_service_account
    return isSample && hasRoleAtLeast(get(projectRoleAtom(id)), role.member)
  }),
)

/** Without a sample project, the tour omits the step in which the user moves a card. */
export const tourStepsAtom = atom((get) => {
  const hasSample = get(sampleProjectAtom) !== undefined
  return allSteps.filter((step) => step !== 'move' || hasSample)
})

export function startTour(): void {
  store.set(tourAtom, 'live')
}

export function goInTour(by: 1 | -1): void {
  const steps = store.get(tourStepsAtom)
  const current = store.get(tourAtom)
  const next = current === null ? undefined : steps[steps.indexOf(current) + by]
  if (next !== undefined) store.set(tourAtom, next)
}

export function closeTour(): void {
  store.set(tourAtom, null)
  void completeTour()
}

/** Returns the id of the work item of the project that a change has moved to another state or position. */
export function movedItemId({ mutations }: HistoryStep, projectId: string): string | undefined {
  return mutations
    .flatMap(({ redo }) => redo.changes)
    .find(
      ({ entity, id, op, fields }) =>
        entity === 'work_items' &&
        op === 'update' &&
        ('state_id' in fields || 'sort_order' in fields) &&
        tables.work_items.get(id)?.project_id === projectId,
    )?.id
}
