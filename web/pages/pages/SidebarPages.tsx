import { useAtom, useAtomValue } from 'jotai'
import { Plus } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useParams } from 'react-router'
import { pageIdsFromRoot } from '#common/pages/pages/tree.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { meAtom } from '../../platform/person/session.ts'
import type { SidebarTreeProps } from '../../platform/shell/feature.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { sidebarRowClass } from '../../platform/shell/SidebarRow.tsx'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { cx } from '../../platform/ui/cx.ts'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { SortableList } from '../../platform/ui/SortableList.tsx'
import { pagesAtom, useCanCreatePages } from './atoms.ts'
import { useLoadPages } from './load.ts'
import { createPageMoves } from './page-moves.ts'
import { pageListTitle } from './paths.ts'
import { SidebarPageLevel } from './SidebarPageLevel.tsx'
import { expandedSidebarPagesAtom, sidebarPagesByParentAtom } from './sidebar-levels.ts'
import { useCreatePage } from './use-create-page.ts'

/** The page tree of a project or of the workspace in the sidebar. The current page is always visible. */
export function SidebarPages({ projectId, onNavigate }: SidebarTreeProps) {
  const { t } = useTranslation()
  const { status, retry } = useLoadPages(projectId)
  const pages = useAtomValue(sidebarPagesByParentAtom(projectId))
  const canCreate = useCanCreatePages(projectId)
  const makePage = useCreatePage(projectId)
  const { pageId, current, expanded, toggle } = useExpandedPages(projectId)
  const indent = projectId === null ? 0 : 1
  if (pages.size === 0 && status === 'loading')
    return (
      <div
        aria-busy
        role="status"
        aria-label={t('ui.loading')}
        className="flex flex-col gap-2 py-2 ps-9 pe-4"
      >
        <Skeleton className="h-3 w-4/5" />
        <Skeleton className="h-3 w-3/5" />
      </div>
    )
  if (status === 'error' && pages.size === 0) return <LoadError compact onRetry={retry} />
  return (
    <>
      {pages.size > 0 && (
        <SortableList
          as="div"
          order={createPageMoves(projectId, { isManualOrder: true, isFlat: false })}
          focus="[data-page-link]"
          lazy
          scrolls
        >
          <SidebarPageLevel
            parent={null}
            level={indent}
            label={pageListTitle(projectId)}
            tree={{
              projectId,
              pages,
              pageId,
              current,
              expanded,
              canCreate,
              toggle,
              create: makePage,
              onNavigate,
            }}
          />
        </SortableList>
      )}
      {canCreate ? (
        <button
          type="button"
          className={cx(sidebarRowClass, 'text-faint', projectId === null ? 'ps-8' : 'ps-12')}
          onClick={() => {
            onNavigate?.()
            void makePage({})
          }}
        >
          <span className="grid size-4.5 shrink-0 place-items-center">
            <Plus />
          </span>
          <span className="truncate">{t('pages.new')}</span>
        </button>
      ) : (
        pages.size === 0 && (
          <p className={cx('py-1 text-sm text-faint', projectId === null ? 'ps-8' : 'ps-12')}>
            {t(projectId === null ? 'pages.sharedEmptyTitle' : 'pages.emptyTitle')}
          </p>
        )
      )}
    </>
  )
}

/** Returns the expanded pages. The ancestors of the current page are expanded when the user opens it. */
function useExpandedPages(projectId: string | null) {
  const { pageId = '' } = useParams()
  const me = useAtomValue(meAtom)
  const pages = useAtomValue(pagesAtom(projectId))
  const [expanded, setExpanded] = useAtom(expandedSidebarPagesAtom(`${me?.id}|${projectId ?? currentSlug()}`))
  const path = pageIdsFromRoot(pageId, new Map(pages.map((page) => [page.id, page]))).join(' ')
  useEffect(() => {
    const above = path.split(' ').slice(0, -1)
    setExpanded((now) => {
      const missing = above.filter((id) => !now.includes(id))
      return missing.length === 0 ? now : [...now, ...missing]
    })
  }, [path, setExpanded])
  return {
    pageId,
    current: useMemo(() => new Set(path.split(' ')), [path]),
    expanded: useMemo(() => new Set(expanded), [expanded]),
    toggle: (id: string) =>
      setExpanded((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id])),
  }
}
