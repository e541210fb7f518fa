import { Bell, BellRing } from 'lucide-react'
import { useTranslation } from '../../locales/i18n.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuGroup } from '../../platform/ui/MenuGroup.tsx'
import { useWatchScope, type WatchedPageProps } from './use-watch-scope.ts'
import { WatchPageOptions } from './WatchPageOptions.tsx'

/**
 * The button in the header of a page that opens the choice of notifications. On phones, the menu of the page contains
 * the choice.
 */
export function WatchPageButton(props: WatchedPageProps) {
  const { t } = useTranslation()
  const { scope } = useWatchScope(props)
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          className="max-sm:hidden"
          label={t('pages.watch.title')}
          icon={scope === 'off' ? <Bell /> : <BellRing />}
        />
      }
    >
      <MenuGroup label={t('pages.watch.title')}>
        <WatchPageOptions {...props} />
      </MenuGroup>
    </Menu>
  )
}
