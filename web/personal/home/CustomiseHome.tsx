import { useAtomValue } from 'jotai'
import type { HomePartKey } from '#common/personal/preferences/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import type { HomePart } from '../../platform/shell/feature.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Dialog } from '../../platform/ui/Dialog.tsx'
import { OrderList } from '../../platform/ui/OrderList.tsx'
import { homePartReordering, homePreferencesAtom, setHomePartVisible } from './preferences.ts'

interface CustomiseHomeProps {
  parts: readonly HomePart[]
  onClose: () => void
}

/** Dialog to show, hide and order the sections of the home screen. */
export function CustomiseHome({ parts, onClose }: CustomiseHomeProps) {
  const { t } = useTranslation()
  const entries = useAtomValue(homePreferencesAtom).flatMap(({ key, is_enabled }) => {
    const part = parts.find((one) => one.key === key)
    return part === undefined ? [] : [{ id: key, label: part.label(), icon: part.icon, isOn: is_enabled }]
  })
  const nameOf = (id: string) => entries.find((entry) => entry.id === id)?.label ?? ''
  return (
    <Dialog
      open
      size="sm"
      title={t('home.customise.title')}
      description={t('home.customise.text')}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={<Button onClick={onClose}>{t('ui.done')}</Button>}
    >
      <OrderList
        label={t('home.customise.title')}
        entries={entries}
        onToggle={(id, isOn) => void setHomePartVisible(id as HomePartKey, isOn, nameOf(id))}
        moveBeside={homePartReordering(nameOf).moveBeside}
      />
    </Dialog>
  )
}
