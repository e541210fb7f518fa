import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { sidebarRowClass } from '../../platform/shell/SidebarRow.tsx'
import { cx } from '../../platform/ui/cx.ts'
import { SidebarPageEntry, type SidebarPageTree } from './SidebarPageEntry.tsx'
import { limitSidebarPages, sidebarPageIndent, sidebarPagesStep } from './sidebar-levels.ts'

interface SidebarPageLevelProps {
  /** The page whose sub-pages are shown. Null for the top level. */
  parent: string | null
  /** The number of steps by which the rows are indented. */
  level: number
  label: string
  tree: SidebarPageTree
}

/**
 * The sub-pages of one page, or the pages of the top level, in the sidebar. If there are many, the user can
 * request more.
 */
export function SidebarPageLevel({ parent, level, label, tree }: SidebarPageLevelProps) {
  const { t } = useTranslation()
  const [limit, setLimit] = useState(sidebarPagesStep)
  const pages = tree.pages.get(parent) ?? []
  const shown = limitSidebarPages(pages, limit, tree.current)
  const hidden = pages.length - shown.length
  return (
    <ul aria-label={label} className="flex flex-col gap-px">
      {shown.map((page) => (
        <li key={page.id} className="flex flex-col gap-px">
          <SidebarPageEntry page={page} level={level} tree={tree} />
          {tree.expanded.has(page.id) && tree.pages.has(page.id) && (
            <SidebarPageLevel
              parent={page.id}
              level={level + 1}
              label={page.name || t('pages.untitled')}
              tree={tree}
            />
          )}
        </li>
      ))}
      {hidden > 0 && (
        <li>
          <button
            type="button"
            className={cx(sidebarRowClass, 'text-faint')}
            style={{ paddingInlineStart: `${sidebarPageIndent(level)}rem` }}
            onClick={() => setLimit(limit + sidebarPagesStep)}
          >
            <Ellipsis /> {t('pages.imports.more', { count: Math.min(hidden, sidebarPagesStep) })}
          </button>
        </li>
      )}
    </ul>
  )
}
