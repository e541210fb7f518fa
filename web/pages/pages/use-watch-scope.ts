import { useAtomValue } from 'jotai'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { pageIdsFromRoot } from '#common/pages/pages/tree.ts'
import { findWatchScope } from '#common/pages/pages/watches.ts'
import { tables } from '../../platform/app/sync.ts'
import { pagesAtom } from './atoms.ts'

export interface WatchedPageProps {
  page: PageRow
  /** The project of the page. Is null for a workspace page, which has no project. */
  projectId: string | null
}

/** Returns which edits of the page the user is notified of, see `findWatchScope`. */
export function useWatchScope({ page, projectId }: WatchedPageProps) {
  const rows = new Map(useAtomValue(pagesAtom(projectId)).map((row) => [row.id, row]))
  const watches = useAtomValue(tables.page_watches.allAtom)
  return findWatchScope(
    pageIdsFromRoot(page.id, rows).toReversed(),
    new Map(watches.map(({ page_id, scope }) => [page_id, scope])),
  )
}
