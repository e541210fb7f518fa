import { useAtomValue } from 'jotai'
import { LiveBlockSkeleton } from '../../documents/editor/live-blocks/LiveBlockSkeleton.tsx'
import { SubPageList } from '../../documents/editor/live-blocks/SubPageList.tsx'
import { tables } from '../../platform/app/sync.ts'
import type { LiveBlockProps } from '../../platform/shell/feature.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { isPrivatePage, pagesAtom } from './atoms.ts'
import { useLoadPages } from './load.ts'
import { pagePath } from './paths.ts'
import { sortPages } from './tree.ts'

/** A live list of the sub-pages of the page that contains the block. It lists only pages that the user can see. */
export function SubPagesBlock({ page }: LiveBlockProps) {
  return page && <LoadedSubPages id={page.id} projectId={page.projectId} />
}

function LoadedSubPages({ id, projectId }: { id: string; projectId: string | null }) {
  const load = useLoadPages(projectId)
  const isArchived = useAtomValue(tables.pages.rowAtom(id))?.archived_at != null
  const below = sortPages(
    useAtomValue(pagesAtom(projectId)).filter(
      (one) => one.parent === id && (one.archived_at !== null) === isArchived,
    ),
    { order: 'sort_order' },
  )
  return (
    <LoadedContent of={load} skeleton={<LiveBlockSkeleton />} compact>
      <SubPageList
        pages={below.map((one) => ({
          id: one.id,
          name: one.name,
          logo_props: one.logo_props,
          path: pagePath(projectId, one.id),
          isPrivate: isPrivatePage(one),
        }))}
      />
    </LoadedContent>
  )
}
