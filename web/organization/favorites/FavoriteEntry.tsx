import { useAtomValue } from 'jotai'
import {
  Box,
  CircleDot,
  Ellipsis,
  FileText,
  Folder,
  FolderMinus,
  FolderOpen,
  IterationCw,
  Layers,
  LayoutDashboard,
  Pencil,
  StarOff,
  UsersRound,
} from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { NavLink } from 'react-router'
import { type FavoriteObjectType, maxFavoriteNameLength } from '#common/organization/favorites/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import type { SidebarPartProps } from '../../platform/shell/feature.ts'
import { sidebarRowClass } from '../../platform/shell/SidebarRow.tsx'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { Favorite } from '../../platform/sync/tables.ts'
import { cx } from '../../platform/ui/cx.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { MenuSeparator } from '../../platform/ui/MenuSeparator.tsx'
import { MenuSub } from '../../platform/ui/MenuSub.tsx'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { pressedKey } from '../../platform/ui/pressed-key.ts'
import { ReorderMenuItems } from '../../platform/ui/ReorderMenuItems.tsx'
import { SortableRow } from '../../platform/ui/SortableRow.tsx'
import { StateIcon } from '../../platform/ui/StateIcon.tsx'
import { favoriteReordering, moveToFolder, removeFavorite, renameFolder } from './actions.ts'
import { type FavoriteLink, favoriteLinkAtom, favoritesOfFolderAtom } from './atoms.ts'

interface FavoriteEntryProps extends SidebarPartProps {
  favorite: Favorite
  /** The id of the folder whose name is being edited. */
  renaming: string | null
  onRename: (id: string | null) => void
}

/** A favorite in the sidebar, or a folder with its favorites. */
export function FavoriteEntry({ favorite, renaming, onRename, onNavigate }: FavoriteEntryProps) {
  const { t } = useTranslation()
  const shown = useAtomValue(favoriteLinkAtom(favorite.id))
  const inside = useAtomValue(favoritesOfFolderAtom(favorite.id))
  const [isOpen, setOpen] = useState(true)
  if (shown === null) return null

  const onKeyDown = (event: KeyboardEvent) => {
    if (!favorite.is_folder) return
    if (event.key === (isOpen ? 'ArrowLeft' : 'ArrowRight')) setOpen(!isOpen)
    else if (event.key === 'F2') onRename(favorite.id)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const look = cx(
    sidebarRowClass,
    favorite.parent !== null && 'ps-6',
    'group-focus-within/favorite:pe-8 group-hover/favorite:pe-8 coarse:pe-8',
  )
  const name = (
    <span className="truncate" dir="auto">
      {shown.name || t('pages.untitled')}
    </span>
  )
  return (
    <li className="flex flex-col gap-px">
      {renaming === favorite.id ? (
        <FolderName folder={favorite} onEnd={() => onRename(null)} />
      ) : (
        <SortableRow as="div" row={favorite.id} className="group/favorite rounded-sm">
          {shown.to === null ? (
            <button
              type="button"
              data-favorite
              aria-expanded={isOpen}
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown F2"
              className={look}
              onClick={() => setOpen(!isOpen)}
              onKeyDown={onKeyDown}
            >
              {isOpen ? <FolderOpen /> : <Folder />}
              {name}
            </button>
          ) : (
            <NavLink
              data-favorite
              draggable={false}
              to={`/${currentSlug()}${shown.to}`}
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
              onClick={onNavigate}
              onKeyDown={onKeyDown}
              className={({ isActive }) => cx(look, isActive && 'bg-active text-text')}
            >
              <ThingIcon favorite={favorite} shown={shown} />
              {name}
            </NavLink>
          )}
          <span className="absolute inset-y-0 end-0.5 flex items-center opacity-0 focus-within:opacity-100 group-focus-within/favorite:opacity-100 group-hover/favorite:opacity-100 has-aria-expanded:opacity-100 coarse:opacity-100">
            <FavoriteMenu favorite={favorite} shown={shown} onRename={() => onRename(favorite.id)} />
          </span>
        </SortableRow>
      )}
      {favorite.is_folder && isOpen && (
        <ul className="flex flex-col gap-px" aria-label={shown.name}>
          {inside.map((one) => (
            <FavoriteEntry
              key={one.id}
              favorite={one}
              renaming={renaming}
              onRename={onRename}
              onNavigate={onNavigate}
            />
          ))}
          {inside.length === 0 && (
            <li className="py-1 ps-8 text-sm text-faint">{t('favorites.emptyFolder')}</li>
          )}
        </ul>
      )}
    </li>
  )
}

interface FavoriteMenuProps {
  favorite: Favorite
  shown: FavoriteLink
  onRename: () => void
}

function FavoriteMenu({ favorite, shown, onRename }: FavoriteMenuProps) {
  const { t } = useTranslation()
  const beside = useAtomValue(favoritesOfFolderAtom(favorite.parent))
  const folders = useAtomValue(favoritesOfFolderAtom(null)).filter(
    ({ is_folder, id }) => is_folder && id !== favorite.parent,
  )
  const name = shown.name || t('pages.untitled')
  return (
    <Menu
      trigger={
        <IconButton
          size="sm"
          label={t('favorites.actionsOf', { name })}
          icon={<Ellipsis />}
          tooltipSide="right"
        />
      }
    >
      {favorite.is_folder && (
        <MenuItem icon={<Pencil />} keys="f2" onSelect={onRename}>
          {t('favorites.rename')}
        </MenuItem>
      )}
      {!favorite.is_folder && folders.length > 0 && (
        <MenuSub icon={<Folder />} label={t('favorites.moveTo')}>
          {folders.map((folder) => (
            <MenuItem
              key={folder.id}
              icon={<Folder />}
              onSelect={() => void moveToFolder(favorite, folder.id)}
            >
              {folder.name}
            </MenuItem>
          ))}
        </MenuSub>
      )}
      {favorite.parent !== null && (
        <MenuItem icon={<FolderMinus />} onSelect={() => void moveToFolder(favorite, null)}>
          {t('favorites.takeOut')}
        </MenuItem>
      )}
      <ReorderMenuItems
        row={favorite.id}
        order={favoriteReordering}
        isFirst={beside[0]?.id === favorite.id}
        isLast={beside.at(-1)?.id === favorite.id}
      />
      <MenuSeparator />
      <MenuItem icon={<StarOff />} onSelect={() => void removeFavorite(favorite)}>
        {t(favorite.is_folder ? 'favorites.removeFolder' : 'favorites.remove')}
      </MenuItem>
    </Menu>
  )
}

/**
 * A field to edit the name of a folder. Pressing Enter or leaving the field saves the name. Escape cancels the
 * change.
 */
function FolderName({ folder, onEnd }: { folder: Favorite; onEnd: () => void }) {
  const { t } = useTranslation()
  const [name, setName] = useState(folder.name ?? '')
  const isDropped = useRef(false)
  const end = () => {
    const typed = name.replace(/\s+/g, ' ').trim()
    if (!isDropped.current && typed !== '' && typed !== folder.name) void renameFolder(folder, typed)
    onEnd()
  }
  return (
    <Input
      size="sm"
      autoFocus
      icon={<Folder />}
      aria-label={t('favorites.folderName')}
      value={name}
      maxLength={maxFavoriteNameLength}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setName(event.target.value)}
      onBlur={end}
      onKeyDown={(event) => {
        if (pressedKey(event) !== 'Enter' && pressedKey(event) !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        isDropped.current = pressedKey(event) === 'Escape'
        event.currentTarget.blur()
      }}
    />
  )
}

const icons: Record<Exclude<FavoriteObjectType, 'project'>, ReactNode> = {
  cycle: <IterationCw />,
  module: <Box />,
  view: <Layers />,
  page: <FileText />,
  teamspace: <UsersRound />,
  issue: <CircleDot />,
  dashboard: <LayoutDashboard />,
}

function ThingIcon({ favorite, shown }: { favorite: Favorite; shown: FavoriteLink }) {
  const { entity_type, entity_identifier } = favorite
  if (entity_type === 'issue') return <ItemIcon id={entity_identifier ?? ''} />
  const fallback = entity_type === 'project' || entity_type === 'folder' ? undefined : icons[entity_type]
  return <ProjectLogo logo={shown.logo} name={shown.name} {...(fallback && { fallback })} />
}

/** The icon of the state of a work item, or a general icon if the item is not loaded. */
function ItemIcon({ id }: { id: string }) {
  const item = useAtomValue(tables.work_items.rowAtom(id))
  const state = useAtomValue(tables.states.rowAtom(item?.state_id ?? ''))
  return state ? <StateIcon group={state.group} color={state.color} /> : icons.issue
}
