import { useAtom } from 'jotai'
import { ChevronRight } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { cx } from '../ui/cx.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { LazyComponent } from '../ui/LazyComponent.tsx'
import type { ProjectSection, SidebarPartProps, SidebarSection } from './feature.ts'
import { SidebarRow } from './SidebarRow.tsx'
import { openSidebarTreesAtom } from './sidebar-state.ts'
import { currentSlug } from './workspace.ts'

interface SidebarSectionRowProps extends SidebarPartProps {
  section: Pick<SidebarSection | ProjectSection, 'id' | 'label' | 'icon' | 'tree'>
  /** The path below the path of the workspace. */
  path: string
  isExact?: boolean
  count: number
  /** The project of the section, or null for a section of the workspace. */
  projectId: string | null
}

/** The row of a section in the sidebar. If the section has a tree, the row can be expanded. */
export function SidebarSectionRow({
  section: { id, label, icon, tree },
  path,
  isExact = false,
  count,
  projectId,
  onNavigate,
}: SidebarSectionRowProps) {
  const { t } = useTranslation()
  const [openTrees, setOpenTrees] = useAtom(openSidebarTreesAtom)
  const key = `${id}|${projectId ?? currentSlug()}`
  const isOpen = tree !== undefined && openTrees.includes(key)
  const toggle = () => setOpenTrees(isOpen ? openTrees.filter((one) => one !== key) : [...openTrees, key])

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.key !== (isOpen ? 'ArrowLeft' : 'ArrowRight')) return
    event.preventDefault()
    toggle()
  }

  const row = (
    <SidebarRow
      to={`/${currentSlug()}${path}`}
      icon={icon}
      // While the tree is open, the tree marks the current page, so this row is not marked for the pages below it.
      isExact={isExact || isOpen}
      count={count}
      inner={projectId !== null}
      isOpen={tree && isOpen}
      onKeyDown={tree && onKeyDown}
      onNavigate={onNavigate}
    >
      {label()}
    </SidebarRow>
  )
  if (tree === undefined) return row
  return (
    <>
      <div className="group/section relative">
        {row}
        <span className="absolute inset-y-0 end-0.5 flex items-center opacity-0 transition-opacity focus-within:opacity-100 group-focus-within/section:opacity-100 group-hover/section:opacity-100 has-aria-expanded:opacity-100 coarse:opacity-100">
          {/* Arrow keys expand and collapse the row, so Tab skips this button. */}
          <IconButton
            size="sm"
            tabIndex={-1}
            label={t(isOpen ? 'shell.nav.collapse' : 'shell.nav.expand', { name: label() })}
            icon={<ChevronRight className={cx('transition-transform', isOpen && 'rotate-90')} />}
            tooltipSide="right"
            onPointerEnter={tree.preload}
            onClick={toggle}
          />
        </span>
      </div>
      {isOpen && <LazyComponent part={tree} props={{ projectId, onNavigate }} />}
    </>
  )
}
