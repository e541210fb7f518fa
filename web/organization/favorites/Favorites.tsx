import { useAtomValue } from 'jotai'
import { FolderPlus, Search } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { onUnknownRow, tables } from '../../platform/app/sync.ts'
import { workspaceRoleAtom } from '../../platform/person/roles.ts'
import type { SidebarPartProps } from '../../platform/shell/feature.ts'
import { sidebarHeadingClass } from '../../platform/shell/SidebarRow.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { pressedKey } from '../../platform/ui/pressed-key.ts'
import { SortableList } from '../../platform/ui/SortableList.tsx'
import { createFolder, favoriteReordering } from './actions.ts'
import {
  areFavoriteNamesMissingAtom,
  favoritesMatchingAtom,
  favoritesOfFolderAtom,
  loadFavorites,
  visibleFavoriteCountAtom,
} from './atoms.ts'
import { FavoriteEntry } from './FavoriteEntry.tsx'

/** From this number of favorites on, a filter field is shown. */
const filteredFrom = 9

/** The favorites in the sidebar. If there are none, a text explains how to add one. */
export function Favorites({ onNavigate }: SidebarPartProps) {
  const { t } = useTranslation()
  const favorites = useAtomValue(favoritesOfFolderAtom(null))
  const isMember = hasRoleAtLeast(useAtomValue(workspaceRoleAtom), role.member)
  const [renaming, setRenaming] = useState<string | null>(null)
  const [query, setQuery] = useState('')
  const nav = useRef<HTMLElement>(null)
  const total = useAtomValue(visibleFavoriteCountAtom)
  const found = useAtomValue(useMemo(() => favoritesMatchingAtom(query.trim()), [query]))
  useNamesOfOthers()
  // Guests cannot add favorites, so they do not see the text that explains how to add one.
  if (favorites.length === 0 && !isMember) return null
  return (
    <nav ref={nav} aria-label={t('favorites.title')} className="group/favorites flex flex-col">
      <h2 className={sidebarHeadingClass}>
        {t('favorites.title')}
        {favorites.length > 0 && (
          <IconButton
            className="ms-auto opacity-0 focus-visible:opacity-100 group-hover/favorites:opacity-100 coarse:opacity-100"
            size="sm"
            label={t('favorites.addFolder')}
            icon={<FolderPlus />}
            onClick={() => void createFolder().then(setRenaming)}
          />
        )}
      </h2>
      {favorites.length === 0 && (
        <p className="px-2 py-1 text-sm text-pretty text-faint">{t('favorites.empty')}</p>
      )}
      {(total >= filteredFrom || query !== '') && (
        <Input
          size="sm"
          type="search"
          icon={<Search />}
          className="mb-1"
          aria-label={t('favorites.search')}
          placeholder={t('favorites.search')}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            if (pressedKey(event) === 'Escape' && query !== '') setQuery('')
            else if (event.key === 'ArrowDown')
              nav.current?.querySelector<HTMLElement>('[data-favorite]')?.focus()
            else return
            event.preventDefault()
            event.stopPropagation()
          }}
        />
      )}
      {query.trim() !== '' && found.length === 0 && (
        <p className="px-2 py-1 text-sm text-faint">{t('favorites.notFound')}</p>
      )}
      <SortableList
        order={query.trim() === '' && favoriteReordering}
        focus="[data-favorite]"
        lazy
        className="flex flex-col gap-px"
      >
        {(query.trim() === '' ? favorites : found).map((favorite) => (
          <FavoriteEntry
            key={favorite.id}
            favorite={favorite}
            renaming={renaming}
            onRename={setRenaming}
            onNavigate={onNavigate}
          />
        ))}
      </SortableList>
    </nav>
  )
}

/**
 * Reloads the favorites when the name of a favorite view or page may have changed, because the client has not loaded
 * all views and pages.
 */
function useNamesOfOthers(): void {
  const lacksData = useAtomValue(areFavoriteNamesMissingAtom)
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
