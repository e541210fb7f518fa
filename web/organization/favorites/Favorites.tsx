import { useAtomValue } from 'jotai'
import { FolderPlus, Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { atLeast, role } from '#common/platform/roles.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { onUnknownRow, tables } from '../../platform/app/sync.ts'
import { workspaceRoleAtom } from '../../platform/person/may.ts'
import type { SidebarPartProps } from '../../platform/shell/feature.ts'
import { sidebarHeading } from '../../platform/shell/SidebarRow.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { pressedKey } from '../../platform/ui/pressed-key.ts'
import { createFolder } from './actions.ts'
import { favoritesInAtom, foundAtom, lacksDataAtom, loadFavorites, shownTotalAtom } from './atoms.ts'
import { FavoriteEntry } from './FavoriteEntry.tsx'

/** From so many on they are filtered rather than looked through. */
const filteredFrom = 9

/** What one keeps at hand, in the sidebar on all of one's screens; while there is nothing, how something comes there. */
export function Favorites({ onNavigate }: SidebarPartProps) {
  const { t } = useTranslation()
  const favorites = useAtomValue(favoritesInAtom(null))
  const isMember = atLeast(useAtomValue(workspaceRoleAtom), role.member)
  const [renaming, setRenaming] = useState<string | null>(null)
  const [query, setQuery] = useState('')
  const [canDrag, setCanDrag] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const total = useAtomValue(shownTotalAtom)
  const found = useAtomValue(useMemo(() => foundAtom(query.trim()), [query]))
  useNamesOfOthers()
  // Guests make none.
  if (favorites.length === 0 && !isMember) return null
  return (
    <nav aria-label={t('favorites.title')} className="group/favorites flex flex-col">
      <h2 className={sidebarHeading}>
        {t('favorites.title')}
        {favorites.length > 0 && (
          <IconButton
            className="ml-auto opacity-0 focus-visible:opacity-100 group-hover/favorites:opacity-100 coarse:opacity-100"
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
              list.current?.querySelector<HTMLElement>('[data-favorite]')?.focus()
            else return
            event.preventDefault()
            event.stopPropagation()
          }}
        />
      )}
      {query.trim() !== '' && found.length === 0 && (
        <p className="px-2 py-1 text-sm text-faint">{t('favorites.notFound')}</p>
      )}
      {/* The drag library is fetched when a pointer comes near. */}
      <ul
        ref={list}
        className="flex flex-col gap-px"
        onKeyDown={(event) => stepFocus(event, list.current)}
        onPointerEnter={({ pointerType }) => pointerType !== 'touch' && setCanDrag(true)}
      >
        {(query.trim() === '' ? favorites : found).map((favorite) => (
          <FavoriteEntry
            key={favorite.id}
            favorite={favorite}
            canDrag={canDrag && query.trim() === ''}
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
