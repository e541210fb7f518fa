import { atom, useAtomValue } from 'jotai'
import type { ItemList } from '../listing/use-item-list.ts'
import { joinedProjectsAtom } from '../permissions/projects.ts'
import { membersAtom } from '../workspaces/atoms.ts'
import { useAnyItems } from './day.ts'

/** What makes a new workspace one to work in. */
const doneAtom = atom((get) => ({
  hasProject: get(joinedProjectsAtom).length > 0,
  hasColleagues: get(membersAtom).length > 1,
}))

export interface StepsDone {
  hasProject: boolean
  hasItems: boolean
  hasColleagues: boolean
}

/** Which of the first steps somebody has taken; null before it is known. */
export function useStepsDone(): StepsDone | null {
  const done = useAtomValue(doneAtom)
  const { status, total } = useAnyItems()
  if (done.hasProject && status !== 'ready') return null
  return { ...done, hasItems: total > 0 }
}

/** Whether the first steps lead further than a day of which nothing is known: one's own lists are empty, and a step is left. */
export function useFirstSteps(lists: readonly ItemList[]): boolean {
  const done = useStepsDone()
  const hasNothing = lists.every(({ status, total }) => status === 'ready' && total === 0)
  if (done === null || (done.hasProject && !hasNothing)) return false
  return !(done.hasProject && done.hasItems && done.hasColleagues)
}
