import { useAtomValue } from 'jotai'
import { Star } from 'lucide-react'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { workspaceRoleAtom } from '../../platform/person/roles.ts'
import { cx } from '../../platform/ui/cx.ts'
import { useHotkey } from '../../platform/ui/hotkeys.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { type FavoriteTarget, toggleFavorite } from './actions.ts'
import { favoriteByTargetAtom } from './atoms.ts'

/**
 * The button in the top bar that adds the open object, such as a page or view, to the favorites or removes it
 * from them. Guests have no favorites. On phones, a menu item replaces this button.
 */
export function FavoriteButton({ thing }: { thing: FavoriteTarget }) {
  const { t } = useTranslation()
  const { may, isFavorite, label } = useFavorite(thing)
  useHotkey('shift+f', () => void toggleFavorite(thing), {
    enabled: may,
    description: t('favorites.toggle'),
  })
  if (!may) return null
  return (
    <IconButton
      className="max-sm:hidden"
      label={label}
      keys="shift+f"
      pressed={isFavorite}
      icon={<Star className={cx(isFavorite && 'fill-current text-accent')} />}
      onClick={() => void toggleFavorite(thing)}
    />
  )
}

/** The star in a list row that adds the object of this row to the favorites or removes it from them. */
export function FavoriteStar({ thing }: { thing: FavoriteTarget }) {
  const { may, isFavorite, label } = useFavorite(thing)
  if (!may) return null
  return (
    <IconButton
      label={`${label}: ${thing.name}`}
      pressed={isFavorite}
      icon={<Star className={cx(isFavorite && 'fill-current text-accent')} />}
      onClick={() => void toggleFavorite(thing)}
    />
  )
}

/** The menu item in a list row that adds the object of this row to the favorites or removes it from them. */
export function FavoriteMenuItem({ thing }: { thing: FavoriteTarget }) {
  const { may, isFavorite, label } = useFavorite(thing)
  if (!may) return null
  return (
    <MenuItem
      icon={<Star className={cx(isFavorite && 'fill-current')} />}
      onSelect={() => void toggleFavorite(thing)}
    >
      {label}
    </MenuItem>
  )
}

function useFavorite({ type, id }: FavoriteTarget) {
  const { t } = useTranslation()
  const may = hasRoleAtLeast(useAtomValue(workspaceRoleAtom), role.member)
  const isFavorite = useAtomValue(favoriteByTargetAtom(`${type}:${id}`)) !== undefined
  return { may, isFavorite, label: t(isFavorite ? 'favorites.remove' : 'favorites.add') }
}
