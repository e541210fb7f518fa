import { useAtomValue } from 'jotai'
import { ChevronRight, FileText, LockKeyhole, Plus } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { NavLink } from 'react-router'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import type { SidebarTreeProps } from '../../platform/shell/feature.ts'
import { sidebarRowClass } from '../../platform/shell/SidebarRow.tsx'
import { cx } from '../../platform/ui/cx.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { SortableRow } from '../../platform/ui/SortableRow.tsx'
import type { PagePlacement } from './actions.ts'
import { isPrivatePage, pageRightsAtom } from './atoms.ts'
import { PageMenu } from './PageMenu.tsx'
import { pagePath } from './paths.ts'
import { sidebarPageIndent } from './sidebar-levels.ts'

/** The tree to which a row of the sidebar belongs. */
export interface SidebarPageTree extends SidebarTreeProps {
  pages: ReadonlyMap<string | null, readonly PageRow[]>
  /** The id of the current page. It is an empty string if the screen shows no page. */
  pageId: string
  /** The ids of the current page and its ancestors. */
  current: ReadonlySet<string>
  expanded: ReadonlySet<string>
  /** True if the user can create pages in the project or workspace. */
  canCreate: boolean
  toggle: (id: string) => void
  create: (placement: PagePlacement) => Promise<void>
}

interface SidebarPageEntryProps {
  page: PageRow
  level: number
  tree: SidebarPageTree
}

/**
 * A page in the sidebar. A page that is dropped on the edge of the row is moved beside this page. A page that
 * is dropped on the middle of the row becomes a sub-page.
 */
export function SidebarPageEntry({ page, level, tree }: SidebarPageEntryProps) {
  const { t } = useTranslation()
  const { projectId, pages, expanded, canCreate, toggle, create, onNavigate } = tree
  const rights = useAtomValue(pageRightsAtom(page.id))
  const name = page.name || t('pages.untitled')
  const hasChildren = pages.has(page.id)
  const isOpen = hasChildren && expanded.has(page.id)
  const indent = sidebarPageIndent(level)
  const box = useRef<HTMLElement>(null)
  // Scrolls to a page that becomes current later, but not on the first render, so that the sidebar starts at its top.
  const isCurrent = tree.pageId === page.id
  const wasCurrent = useRef(isCurrent)
  useEffect(() => {
    if (isCurrent && !wasCurrent.current) box.current?.scrollIntoView({ block: 'nearest' })
    wasCurrent.current = isCurrent
  }, [isCurrent])

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || !hasChildren || event.key !== (isOpen ? 'ArrowLeft' : 'ArrowRight')) return
    event.preventDefault()
    toggle(page.id)
  }

  return (
    <SortableRow
      as="div"
      row={page.id}
      box={box}
      fixed={!rights.place}
      disabled={!rights.edit}
      className="group/page scroll-mt-16 rounded-sm"
    >
      <NavLink
        data-page-link
        to={pagePath(projectId, page.id)}
        end
        draggable={false}
        aria-expanded={hasChildren ? isOpen : undefined}
        {...(rights.place && {
          'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight',
        })}
        onClick={onNavigate}
        onKeyDown={onKeyDown}
        style={{ paddingInlineStart: `${indent}rem` }}
        className={({ isActive }) =>
          cx(
            sidebarRowClass,
            'group-focus-within/page:pe-14 group-hover/page:pe-14 group-has-[button[aria-expanded=true]]/page:pe-14 coarse:pe-20',
            isActive && 'bg-active text-text',
          )
        }
      >
        <ProjectLogo logo={page.logo_props} name={page.name} fallback={<FileText />} />
        <span dir="auto" className="truncate">
          {name}
        </span>
        {isPrivatePage(page) && (
          <LockKeyhole className="size-3.5 shrink-0 text-icon-faint" aria-label={t('pages.private')} />
        )}
      </NavLink>
      {hasChildren && (
        // Arrow keys expand and collapse the page, so Tab skips this button.
        <button
          type="button"
          tabIndex={-1}
          aria-label={t(isOpen ? 'pages.fold' : 'pages.unfold', { name })}
          onClick={() => toggle(page.id)}
          style={{ insetInlineStart: `${indent - 1.375}rem` }}
          className="touch-target absolute inset-y-0 my-auto flex size-5 items-center justify-center rounded-sm text-icon-faint hover:bg-hover hover:text-text"
        >
          <ChevronRight className={cx('size-3.5 transition-transform', isOpen && 'rotate-90')} />
        </button>
      )}
      <span className="absolute inset-y-0 end-0.5 flex items-center opacity-0 transition-opacity focus-within:opacity-100 group-focus-within/page:opacity-100 group-hover/page:opacity-100 has-aria-expanded:opacity-100 coarse:opacity-100">
        <PageMenu page={page} projectId={projectId} on="row" />
        {canCreate && rights.edit && (
          <IconButton
            size="sm"
            label={t('pages.sidebar.newBelow', { name })}
            icon={<Plus />}
            tooltipSide="right"
            onClick={() => {
              onNavigate?.()
              void create({ access: page.access, parent: page.id })
            }}
          />
        )}
      </span>
    </SortableRow>
  )
}
