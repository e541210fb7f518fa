import { atom } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import { atomFamily } from 'jotai-family'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { pagesAtom } from './atoms.ts'
import { groupPagesByParent, sortPages } from './tree.ts'

/**
 * The expanded pages in the sidebar, stored for each user and container (a project or the workspace). The key
 * is `user|container`.
 */
export const expandedSidebarPagesAtom = atomFamily((place: string) =>
  atomWithStorage<readonly string[]>(`sidebar-pages|${place}`, [], undefined, { getOnInit: true }),
)

/** The pages of a project or of the workspace itself (null) by parent, in manual order, without archived ones. */
export const sidebarPagesByParentAtom = atomFamily((projectId: string | null) =>
  atom((get): ReadonlyMap<string | null, readonly PageRow[]> => {
    const groups = groupPagesByParent(get(pagesAtom(projectId)).filter((page) => page.archived_at === null))
    return new Map(
      [...groups].map(([parent, pages]) => [parent, sortPages(pages, { order: 'sort_order' })] as const),
    )
  }),
)

/** A level shows at most this number of pages until the user requests more. */
export const sidebarPagesStep = 50

/**
 * Returns the first pages of a level. Pages after the limit are shown only if they are the current page or its
 * ancestors.
 */
export function limitSidebarPages(
  pages: readonly PageRow[],
  limit: number,
  current: ReadonlySet<string>,
): readonly PageRow[] {
  return pages.filter(({ id }, at) => at < limit || current.has(id))
}

/** Returns the start padding of a row in rem. Deep levels have the same padding, because the sidebar is narrow. */
export function sidebarPageIndent(level: number): number {
  return 2 + Math.min(level, 6) * 0.75
}
