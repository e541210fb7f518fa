import { useSetAtom } from 'jotai'
import { ChevronRight, Ellipsis, PanelLeftClose, Search, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { cx } from '../ui/cx.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { LazyComponent } from '../ui/LazyComponent.tsx'
import { loadable } from '../ui/loadable.ts'
import { useSidebarColors } from '../ui/theme.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { useFeatures } from './feature.ts'
import { openPalette } from './palette-state.ts'
import { sidebarRowClass } from './SidebarRow.tsx'
import { SidebarSectionRow } from './SidebarSectionRow.tsx'
import { sidebarCollapsedAtom } from './sidebar-state.ts'
import { type SidebarSectionLink, useSidebarSections } from './use-sidebar-sections.ts'
import { WorkspaceMenu } from './WorkspaceMenu.tsx'
import { currentSlug } from './workspace.ts'

const customise = loadable(() =>
  import('./CustomiseSidebar.tsx').then(({ CustomiseSidebar }) => CustomiseSidebar),
)

/**
 * Navigation of the workspace, built from the features: sections, lists of some features, and the account
 * menu at the bottom.
 */
export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const { t } = useTranslation()
  const features = useFeatures()
  const { fixed, movable } = useSidebarSections()
  const sectionsOf = (isPinned: boolean) =>
    movable.filter((one) => one.isPinned === isPinned).map(({ section }) => section)
  const [pinned, rest] = [sectionsOf(true), sectionsOf(false)]
  const { isOpen, setOpen } = useMore(rest)
  const [isCustomising, setCustomising] = useState(false)
  const setCollapsed = useSetAtom(sidebarCollapsedAtom)
  return (
    <div className="flex h-full flex-col bg-canvas text-soft" style={useSidebarColors()}>
      <div className="flex shrink-0 items-center gap-1 px-2 pt-2.5 pb-2">
        <WorkspaceMenu />
        <IconButton
          className="text-icon-faint max-md:hidden"
          size="sm"
          label={t('shell.closeSidebar')}
          keys="mod+b"
          icon={<PanelLeftClose />}
          onClick={() => setCollapsed(true)}
        />
      </div>
      <div
        data-scroller
        className="scroll-quiet flex min-h-0 flex-1 flex-col gap-2.5 overflow-y-auto px-2 pt-1 pb-3"
      >
        <nav aria-label={t('shell.nav.workspace')} className="flex flex-col gap-px">
          <button
            type="button"
            onClick={() => {
              onNavigate?.()
              openPalette()
            }}
            className={sidebarRowClass}
          >
            <Search /> {t('shell.nav.search')} <Kbd keys="mod+k" className="ms-auto" />
          </button>
          {[...fixed, ...pinned].map((section) => (
            <Row key={section.id} section={section} onNavigate={onNavigate} />
          ))}
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className={cx(sidebarRowClass, 'text-faint')}
          >
            <Ellipsis /> {t('shell.nav.more')}
            <ChevronRight className={cx('ms-auto transition-transform', isOpen && 'rotate-90')} />
          </button>
          {isOpen && (
            <>
              {rest.map((section) => (
                <Row key={section.id} section={section} onNavigate={onNavigate} />
              ))}
              <button
                type="button"
                onClick={() => setCustomising(true)}
                className={cx(sidebarRowClass, 'text-faint')}
              >
                <SlidersHorizontal /> {t('shell.customise.title')}
              </button>
            </>
          )}
        </nav>
        {features.map(({ id, sidebar: Part }) => Part && <Part key={id} onNavigate={onNavigate} />)}
      </div>
      <div className="shrink-0 border-t border-line px-2 py-1.5">
        <AccountMenu onNavigate={onNavigate} />
      </div>
      {isCustomising && <LazyComponent part={customise} props={{ onClose: () => setCustomising(false) }} />}
    </div>
  )
}

function Row({ section, onNavigate }: { section: SidebarSectionLink; onNavigate: (() => void) | undefined }) {
  return (
    <SidebarSectionRow
      section={section}
      path={section.to}
      isExact={section.isExact ?? false}
      count={section.total}
      projectId={null}
      onNavigate={onNavigate}
    />
  )
}

const moreKey = 'sidebar-more'

/**
 * Returns the state of the "More" section. It is open if the user has expanded it, which the browser stores,
 * or while one of its rows is the current screen.
 */
function useMore(rest: readonly SidebarSectionLink[]) {
  const { pathname } = useLocation()
  const [isWanted, setWanted] = useState(() => localStorage.getItem(moreKey) === 'true')
  const isInMore = rest.some(({ to }) => pathname.startsWith(`/${currentSlug()}${to}`))
  return {
    isOpen: isWanted || isInMore,
    setOpen: (wanted: boolean) => {
      localStorage.setItem(moreKey, String(wanted))
      setWanted(wanted)
    },
  }
}
