import { atom, useAtomValue, useSetAtom } from 'jotai'
import { PanelLeftClose, Search } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from '../locales/i18n.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { pathOf, type Section, useFeatures } from './feature.ts'
import { openPalette } from './palette-state.ts'
import { SidebarRow, sidebarRow } from './SidebarRow.tsx'
import { sidebarCollapsedAtom } from './sidebar-state.ts'
import { WorkspaceMenu } from './WorkspaceMenu.tsx'
import { currentSlug } from './workspace.ts'

/** Where one can go, as the features say: the workspace's own sections, and below them the lists of some. One's own account at the foot. */
export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const { t } = useTranslation()
  const features = useFeatures()
  const sections = useSections()
  const setCollapsed = useSetAtom(sidebarCollapsedAtom)
  return (
    <div className="flex h-full flex-col bg-canvas text-soft">
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
            className={sidebarRow}
          >
            <Search /> {t('shell.nav.search')} <Kbd keys="mod+k" className="ml-auto" />
          </button>
          {sections.map(({ id, to, icon, label, total, isExact = false }) => (
            <SidebarRow
              key={id}
              to={`/${currentSlug()}${to}`}
              icon={icon}
              isExact={isExact}
              count={total}
              onNavigate={onNavigate}
            >
              {label()}
            </SidebarRow>
          ))}
        </nav>
        {features.map(({ id, sidebar: Part }) => Part && <Part key={id} onNavigate={onNavigate} />)}
      </div>
      <div className="shrink-0 border-t border-line px-2 py-1.5">
        <AccountMenu onNavigate={onNavigate} />
      </div>
    </div>
  )
}

/** Those that the person is shown, each with where it leads. */
function useSections(): (Section & { to: string; total: number })[] {
  const features = useFeatures()
  const shownAtom = useMemo(
    () =>
      atom((get) =>
        features
          .flatMap(({ sections = [] }) => sections)
          .filter(({ isShown }) => isShown?.(get) !== false)
          .map((section) => ({ ...section, to: pathOf(section, get), total: section.count?.(get) ?? 0 })),
      ),
    [features],
  )
  return useAtomValue(shownAtom)
}
