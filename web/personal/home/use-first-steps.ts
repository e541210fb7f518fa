import { atom, useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { membersAtom } from '../../organization/workspaces/atoms.ts'
import { applyRows, requestWithVersion, tables } from '../../platform/app/sync.ts'
import { joinedProjectsAtom } from '../../platform/person/projects.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { ItemList } from '../../work/listing/use-item-list.ts'
import { useAnyItems } from './due-items.ts'

/** What makes a new workspace one to work in. */
const doneAtom = atom((get) => ({
  hasProject: get(joinedProjectsAtom).length > 0,
  hasColleagues: get(membersAtom).length > 1,
  /** Where one would be made; none of a workspace that writes no pages. */
  pagesIn: get(joinedProjectsAtom).find(({ page_view }) => page_view)?.id ?? null,
  hasPages: get(tables.pages.allAtom).length > 0,
}))

export interface StepsDone {
  hasProject: boolean
  hasItems: boolean
  hasColleagues: boolean
  /** The project that the first page would be in; null where none takes pages. */
  pagesIn: string | null
  hasPages: boolean
}

/** Which of the first steps somebody has taken; null before it is known. */
export function useStepsDone(): StepsDone | null {
  const done = useAtomValue(doneAtom)
  const { status, total } = useAnyItems()
  useFirstPages(done.pagesIn)
  if (done.hasProject && status !== 'ready') return null
  return { ...done, hasItems: total > 0 }
}

/** Whether the first steps lead further than a day of which nothing is known: one's own lists are empty, and a step is left. */
export function useFirstSteps(lists: readonly ItemList[]): boolean {
  const done = useStepsDone()
  const hasNothing = lists.every(({ status, total }) => status === 'ready' && total === 0)
  if (done === null || (done.hasProject && !hasNothing)) return false
  const { hasProject, hasItems, hasColleagues, hasPages, pagesIn } = done
  return !(hasProject && hasItems && hasColleagues && (hasPages || pagesIn === null))
}

/** Keeps those of the project loaded in which a first page would be. */
function useFirstPages(projectId: string | null): void {
  useEffect(() => {
    // What is not known is not ticked off; it is read again with the screen.
    if (projectId !== null) loadPages(projectId).catch(() => undefined)
  }, [projectId])
}

async function loadPages(project_id: string): Promise<void> {
  const slug = currentSlug()
  const { answer, version } = await requestWithVersion('listPages', { params: { slug, project_id } })
  if (currentSlug() === slug) applyRows('pages', answer, version)
}
