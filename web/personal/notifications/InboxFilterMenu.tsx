import { ListFilter } from 'lucide-react'
import { type NotificationFilter, notificationReasons } from '#common/personal/notifications/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuCheckbox } from '../../platform/ui/MenuCheckbox.tsx'
import { MenuGroup } from '../../platform/ui/MenuGroup.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { MenuRadio } from '../../platform/ui/MenuRadio.tsx'
import { MenuSeparator } from '../../platform/ui/MenuSeparator.tsx'

interface FilterMenuProps {
  shown: NotificationFilter
  onChange: (change: Partial<Pick<NotificationFilter, 'which' | 'types'>>) => void
  open: boolean
  onOpenChange: (open: boolean) => void
}

const statusFilters = ['all', 'unread', 'snoozed', 'archived'] as const

/** Menu to filter by status and by reason. */
export function InboxFilterMenu({
  shown: { mentioned, types, which },
  onChange,
  open,
  onOpenChange,
}: FilterMenuProps) {
  const { t } = useTranslation()
  const isOn = which !== 'all' || (!mentioned && types.length > 0)
  return (
    <Menu
      align="end"
      open={open}
      onOpenChange={onOpenChange}
      trigger={
        <IconButton
          label={t(isOn ? 'inbox.filtered' : 'inbox.filter')}
          keys="f"
          icon={<ListFilter className={isOn ? 'text-accent' : undefined} />}
        />
      }
    >
      <MenuGroup label={t('inbox.show')}>
        <MenuRadio
          value={which}
          onChange={(next) => onChange({ which: next })}
          options={statusFilters.map((value) => ({ value, label: t(`inbox.which.${value}`) }))}
        />
      </MenuGroup>
      {!mentioned && (
        <>
          <MenuSeparator />
          <MenuGroup label={t('inbox.because')}>
            {notificationReasons.map((reason) => (
              <MenuCheckbox
                key={reason}
                checked={types.includes(reason)}
                onChange={(isWanted) =>
                  onChange({
                    types: [...types.filter((one) => one !== reason), ...(isWanted ? [reason] : [])],
                  })
                }
              >
                {t(`inbox.reasons.${reason}`)}
              </MenuCheckbox>
            ))}
          </MenuGroup>
        </>
      )}
      {isOn && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => onChange({ which: 'all', types: [] })}>{t('inbox.clear')}</MenuItem>
        </>
      )}
    </Menu>
  )
}
