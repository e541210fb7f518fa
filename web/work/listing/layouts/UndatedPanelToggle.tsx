import { useAtom } from 'jotai'
import { CalendarOff } from 'lucide-react'
import { useTranslation } from '../../../locales/i18n.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { useHotkey } from '../../../platform/ui/hotkeys.ts'
import { IconButton } from '../../../platform/ui/IconButton.tsx'
import { isUndatedPanelOpenAtom } from './tray.ts'

/** Shows or hides the items without a date. With `compact` only the icon is shown. */
export function UndatedPanelToggle({ compact }: { compact?: boolean }) {
  const { t } = useTranslation()
  const [open, setOpen] = useAtom(isUndatedPanelOpenAtom)
  const toggle = () => setOpen(!open)
  useHotkey('u', toggle, {
    description: t('workItems.undated.toggle'),
    group: t('workItems.undated.title'),
  })
  if (compact)
    return (
      <IconButton
        label={t('workItems.undated.title')}
        keys="u"
        icon={<CalendarOff />}
        aria-expanded={open}
        onClick={toggle}
      />
    )
  return (
    <Button size="sm" variant="ghost" icon={<CalendarOff />} keys="u" aria-expanded={open} onClick={toggle}>
      {t('workItems.undated.title')}
    </Button>
  )
}
