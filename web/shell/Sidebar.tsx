import { atom, useAtomValue } from 'jotai'
import { Search } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from '../locales/i18n.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { pathOf, type Section, useFeatures } from './feature.ts'
import { openPalette } from './palette-state.ts'
import { SidebarRow, sidebarRow } from './SidebarRow.tsx'
import { WorkspaceMenu } from './WorkspaceMenu.tsx'
import { currentSlug } from './workspace.ts'

/** Where one can go, as the features say: the workspace's own sections, and below them the lists of some. */
export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const { t } = useTranslation()
  const features = useFeatures()
  const sections = useSections()
  return (
    <div className="scroll-quiet flex h-full flex-col gap-3.5 overflow-y-auto px-2 py-2.5 text-soft">
      <WorkspaceMenu />
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
        {sections.map(({ id, to, icon, label, isExact = false }) => (
          <SidebarRow
            key={id}
            to={`/${currentSlug()}${to}`}
            icon={icon}
            isExact={isExact}
            onNavigate={onNavigate}
          >
            {label()}
          </SidebarRow>
        ))}
      </nav>
      {features.map(({ id, sidebar: Part }) => Part && <Part key={id} onNavigate={onNavigate} />)}
    </div>
  )
}

/** Those that the person is shown, each with where it leads. */
function useSections(): (Section & { to: string })[] {
  const features = useFeatures()
  const shownAtom = useMemo(
    () =>
      atom((get) =>
        features
          .flatMap(({ sections = [] }) => sections)
          .filter(({ isShown }) => isShown?.(get) !== false)
          .map((section) => ({ ...section, to: pathOf(section, get) })),
      ),
    [features],
  )
  return useAtomValue(shownAtom)
}
