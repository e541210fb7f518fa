import type { SidebarSectionKey } from '#common/personal/preferences/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ReorderableSwitchList } from '../ui/ReorderableSwitchList.tsx'
import { createSidebarSectionMoves, setSidebarSectionPinned } from './sidebar-preferences.ts'
import { useSidebarSections } from './use-sidebar-sections.ts'

/**
 * Dialog in which the user chooses and orders the visible rows of the sidebar. The sidebar shows the hidden
 * rows under More.
 */
export function CustomiseSidebar({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { movable } = useSidebarSections()
  const entries = movable.map(({ key, isPinned, section }) => ({
    id: key,
    label: section.label(),
    icon: section.icon,
    isOn: isPinned,
  }))
  const nameOf = (id: string) => entries.find((entry) => entry.id === id)?.label ?? ''
  return (
    <Dialog
      open
      size="sm"
      title={t('shell.customise.title')}
      description={t('shell.customise.text')}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={<Button onClick={onClose}>{t('ui.done')}</Button>}
    >
      <ReorderableSwitchList
        label={t('shell.customise.title')}
        entries={entries}
        onToggle={(id, isOn) => void setSidebarSectionPinned(id as SidebarSectionKey, isOn, nameOf(id))}
        moveBeside={createSidebarSectionMoves(nameOf).moveBeside}
      />
    </Dialog>
  )
}
