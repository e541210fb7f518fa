import { atom, useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { workspaceMembersAtom } from '../../organization/workspaces/atoms.ts'
import { applyRows, requestWithVersion, tables } from '../../platform/app/sync.ts'
import {
  creatableProjectsAtom,
  joinableProjectsAtom,
  joinedProjectsAtom,
} from '../../platform/person/projects.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { ItemListState } from '../../work/listing/use-item-list.ts'
import { useAllVisibleItems } from './due-items.ts'

/** Data for the onboarding checklist. */
const doneAtom = atom((get) => ({
  hasProject: get(joinedProjectsAtom).length > 0,
  canJoinProject: get(joinableProjectsAtom).length > 0,
  canCreateItems: get(creatableProjectsAtom).length > 0,
  hasColleagues: get(workspaceMembersAtom).length > 1,
  /**
   * The id of the project in which the checklist creates a first page. Null when no joined project has pages
   * enabled.
   */
  pagesIn: get(joinedProjectsAtom).find(({ page_view }) => page_view)?.id ?? null,
  hasPages: get(tables.pages.allAtom).length > 0,
}))

export interface CompletedOnboardingSteps {
  hasProject: boolean
  /** True if the workspace has a project that the user can join. Joining it is then more useful than a new project. */
  canJoinProject: boolean
  canCreateItems: boolean
  hasItems: boolean
  hasColleagues: boolean
  /**
   * The id of the project in which the checklist creates a first page. Null when no joined project has pages
   * enabled.
   */
  pagesIn: string | null
  hasPages: boolean
}

/** Returns the completed onboarding steps, or null while they are unknown. */
export function useCompletedOnboardingSteps(): CompletedOnboardingSteps | null {
  const done = useAtomValue(doneAtom)
  const { status, total } = useAllVisibleItems()
  const arePagesKnown = useFirstPages(done.pagesIn)
  if (done.hasProject && (status === 'loading' || !arePagesKnown)) return null
  // If the items cannot be loaded, the screen must not suggest to create the first one.
  return { ...done, hasItems: total > 0 || status !== 'ready' }
}

/**
 * Returns true if an onboarding step is open and the user has no project or all `lists` of work items are
 * empty. The onboarding checklist is then more useful than the lists. Returns null while this is unknown.
 */
export function useShowOnboardingChecklist(lists: readonly ItemListState[]): boolean | null {
  const done = useCompletedOnboardingSteps()
  if (lists.some(({ status, total }) => total > 0 || status === 'error')) return false
  if (done === null || (done.hasProject && lists.some(({ status }) => status === 'loading'))) return null
  const { hasProject, hasItems, hasColleagues, hasPages, pagesIn } = done
  return !(hasProject && hasItems && hasColleagues && (hasPages || pagesIn === null))
}

/**
 * Loads the pages of the project in which a first page would be created. Returns whether they are known, or could not
 * be loaded.
 */
function useFirstPages(projectId: string | null): boolean {
  const [loadedOf, setLoadedOf] = useState<string | null>(null)
  useEffect(() => {
    if (projectId === null) return
    // After an error, the step stays unchecked until the screen is opened again.
    const end = () => setLoadedOf(projectId)
    loadPages(projectId).then(end, end)
  }, [projectId])
  return loadedOf === projectId
}

async function loadPages(project_id: string): Promise<void> {
  const slug = currentSlug()
  const { answer, version } = await requestWithVersion('listPages', {
    params: { slug, project_id },
    query: { archived: 'false' },
  })
  if (currentSlug() === slug) applyRows('pages', answer, version)
}
