import { useAtomValue, useSetAtom } from 'jotai'
import { ChevronsUpDown, CircleUserRound, Keyboard, LogOut, Server, Sparkles } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { displayNameOf } from '../person/display-name.ts'
import { isInstanceAdminAtom, loadIsInstanceAdmin } from '../person/instance-admin.ts'
import { myPictureAtom } from '../person/me.ts'
import { meAtom } from '../person/session.ts'
import { chooseTheme } from '../person/theme.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Menu } from '../ui/Menu.tsx'
import { MenuGroup } from '../ui/MenuGroup.tsx'
import { MenuItem } from '../ui/MenuItem.tsx'
import { MenuRadio } from '../ui/MenuRadio.tsx'
import { MenuSeparator } from '../ui/MenuSeparator.tsx'
import { useTheme } from '../ui/theme.ts'
import type { SidebarPartProps } from './feature.ts'
import { signOutOrConfirm } from './SignOutDialog.tsx'
import { shortcutsOpenAtom } from './shortcuts-open-atom.ts'
import { themeOptions } from './theme-options.tsx'
import { currentSlug } from './workspace.ts'

/** Shows the signed-in user, their account screens and sign-out. */
export function AccountMenu({ onNavigate }: SidebarPartProps) {
  const { t } = useTranslation()
  const me = useAtomValue(meAtom)
  const picture = useAtomValue(myPictureAtom)
  const setShortcutsOpen = useSetAtom(shortcutsOpenAtom)
  const { chosen } = useTheme()
  const isInstanceAdmin = useAtomValue(isInstanceAdminAtom)
  useEffect(() => void loadIsInstanceAdmin(), [])
  if (me === null) return null
  return (
    <Menu
      side="top"
      asWide
      trigger={
        <button
          type="button"
          className="flex h-9 w-full items-center gap-2.25 rounded-sm px-2 text-ui-start font-medium text-text hover:bg-hover aria-expanded:bg-hover coarse:h-touch"
        >
          <Avatar id={me.id} name={displayNameOf(me)} src={picture} decorative />
          <span className="sr-only">{t('shell.account', { name: displayNameOf(me) })}</span>
          <span aria-hidden className="min-w-0 flex-1 truncate" dir="auto">
            {displayNameOf(me)}
          </span>
          <ChevronsUpDown className="shrink-0 text-icon-faint" aria-hidden />
        </button>
      }
    >
      <MenuGroup label={me.email}>
        <MenuItem
          icon={<CircleUserRound />}
          link={<Link to={`/${currentSlug()}/settings/profile/general`} onClick={onNavigate} />}
        >
          {t('shell.profileSettings')}
        </MenuItem>
        {isInstanceAdmin && (
          <MenuItem icon={<Server />} link={<Link to="/admin" onClick={onNavigate} />}>
            {t('instance.title')}
          </MenuItem>
        )}
        <MenuItem
          icon={<Sparkles />}
          link={<Link to={`/${currentSlug()}/release-notes`} onClick={onNavigate} />}
        >
          {t('releaseNotes.title')}
        </MenuItem>
        <MenuItem icon={<Keyboard />} keys="?" onSelect={() => setShortcutsOpen(true)}>
          {t('shell.keys.title')}
        </MenuItem>
      </MenuGroup>
      <MenuSeparator />
      <MenuGroup label={t('shell.theme.label')}>
        <MenuRadio value={chosen} onChange={(theme) => void chooseTheme(theme)} options={themeOptions()} />
      </MenuGroup>
      <MenuSeparator />
      <MenuItem icon={<LogOut />} onSelect={() => void signOutOrConfirm()}>
        {t('shell.signOut')}
      </MenuItem>
    </Menu>
  )
}
