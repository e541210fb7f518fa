import { useAtomValue } from 'jotai'
import type { HomeSectionKey } from '#common/personal/preferences/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import type { HomeSectionDefinition } from '../../platform/shell/feature.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Dialog } from '../../platform/ui/Dialog.tsx'
import { ReorderableSwitchList } from '../../platform/ui/ReorderableSwitchList.tsx'
import { createHomeSectionMoves, homePreferencesAtom, setHomeSectionVisible } from './preferences.ts'

interface CustomiseHomeProps {
  parts: readonly HomeSectionDefinition[]
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
      <ReorderableSwitchList
        label={t('home.customise.title')}
        entries={entries}
        onToggle={(id, isOn) => void setHomeSectionVisible(id as HomeSectionKey, isOn, nameOf(id))}
        moveBeside={createHomeSectionMoves(nameOf).moveBeside}
      />
    </Dialog>
  )
}
