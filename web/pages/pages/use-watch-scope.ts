import { useAtomValue } from 'jotai'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { pageIdsFromRoot } from '#common/pages/pages/tree.ts'
import { findWatchScope } from '#common/pages/pages/watchers.ts'
import { meAtom } from '../../platform/person/session.ts'
import { pagesAtom } from './atoms.ts'

export interface WatchedPageProps {
  page: PageRow
  /** The project of the page. Is null for a workspace page, which has no project. */
  projectId: string | null
}

/** Returns which edits of the page the user is notified of, see `findWatchScope`. */
export function useWatchScope({ page, projectId }: WatchedPageProps) {
  const me = useAtomValue(meAtom)
  const rows = new Map(useAtomValue(pagesAtom(projectId)).map((row) => [row.id, row]))
  const path = pageIdsFromRoot(page.id, rows).toReversed()
  return findWatchScope(
    me?.id ?? '',
    path.flatMap((id) => rows.get(id) ?? []),
  )
}
