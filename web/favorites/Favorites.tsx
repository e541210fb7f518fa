import { useAtomValue } from 'jotai'
import { FolderPlus } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { onUnknownRow, tables } from '../app/sync.ts'
import { useTranslation } from '../locales/i18n.ts'
import type { SidebarPartProps } from '../shell/feature.ts'
import { sidebarHeading } from '../shell/SidebarRow.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { createFolder } from './actions.ts'
import { favoritesInAtom, lacksDataAtom, loadFavorites } from './atoms.ts'
import { FavoriteEntry } from './FavoriteEntry.tsx'

/** What one keeps at hand, in the sidebar on all of one's screens; nothing while there is none. */
export function Favorites({ onNavigate }: SidebarPartProps) {
  const { t } = useTranslation()
  const favorites = useAtomValue(favoritesInAtom(null))
  const [renaming, setRenaming] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  useNamesOfOthers()
  if (favorites.length === 0) return null
  return (
    <nav aria-label={t('favorites.title')} className="group/favorites flex flex-col">
      <h2 className={sidebarHeading}>
        {t('favorites.title')}
        <IconButton
          className="ml-auto opacity-0 focus-visible:opacity-100 group-hover/favorites:opacity-100 coarse:opacity-100"
          size="sm"
          label={t('favorites.addFolder')}
          icon={<FolderPlus />}
          onClick={() => void createFolder().then(setRenaming)}
        />
      </h2>
      <ul ref={list} className="flex flex-col gap-px" onKeyDown={(event) => stepFocus(event, list.current)}>
        {favorites.map((favorite) => (
          <FavoriteEntry
            key={favorite.id}
            favorite={favorite}
            renaming={renaming}
            onRename={setRenaming}
            onNavigate={onNavigate}
          />
        ))}
      </ul>
    </nav>
  )
}

/** Views and pages are not all here: what they are called now is read again when something says that it may have changed. */
function useNamesOfOthers(): void {
  const lacksData = useAtomValue(lacksDataAtom)
  useEffect(() => {
    if (lacksData) loadFavorites().catch(() => undefined)
  }, [lacksData])
  useEffect(
    () =>
      onUnknownRow(({ id }) => {
        const isOne = [...tables.favorites.values()].some((one) => one.entity_identifier === id)
        if (isOne) loadFavorites().catch(() => undefined)
      }),
    [],
  )
}

/** The arrows go from one to the next; at the ends they stay. */
function stepFocus(event: KeyboardEvent, list: HTMLElement | null): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null
  if (by === null || event.altKey || list === null) return
  const rows: EventTarget[] = [...list.querySelectorAll('[data-favorite]')]
  const at = rows.indexOf(event.target)
  if (at < 0) return
  const next = rows[at + by]
  if (next instanceof HTMLElement) next.focus()
  event.preventDefault()
}
