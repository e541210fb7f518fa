import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { VisitedIcon } from '../../pages/recent-visits/VisitedIcon.tsx'
import type { PaletteRecentProps } from '../../platform/shell/feature.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { CommandGroup } from '../../platform/ui/CommandGroup.tsx'
import { CommandItem } from '../../platform/ui/CommandItem.tsx'
import { loadRecentVisits, recentVisitsAtom, visitedEntityAtom } from './visit-atoms.ts'

const shownAtMost = 5

/** Recent visits in the command palette before the user types. */
export function PaletteRecentVisits({ onClose }: PaletteRecentProps) {
  const { t } = useTranslation()
  const visits = useAtomValue(recentVisitsAtom)
  useEffect(() => {
    // If recent visits cannot be loaded, the palette shows its other entries.
    loadRecentVisits().catch(() => undefined)
  }, [])
  if (visits.length === 0) return null
  return (
    <CommandGroup heading={t('home.recentTitle')}>
      {visits.slice(0, shownAtMost).map(({ id }) => (
        <RecentEntry key={id} id={id} onClose={onClose} />
      ))}
    </CommandGroup>
  )
}

function RecentEntry({ id, onClose }: PaletteRecentProps & { id: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const visited = useAtomValue(visitedEntityAtom(id))
  if (visited === null) return null
  const { to, icon, name, hint } = visited
  return (
    <CommandItem
      value={`recent-${id}`}
      keywords={[name, hint]}
      icon={<VisitedIcon icon={icon} name={name} />}
      hint={hint}
      onSelect={() => {
        onClose()
        void navigate(`/${currentSlug()}${to}`)
      }}
    >
      {name || t('pages.untitled')}
    </CommandItem>
  )
}
