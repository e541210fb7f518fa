import { useAtom } from 'jotai'
import { CalendarOff } from 'lucide-react'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { useHotkey } from '../../ui/hotkeys.ts'
import { trayOpenAtom } from './tray.ts'

/** Shows and hides the items without a date. */
export function TrayButton() {
  const { t } = useTranslation()
  const [open, setOpen] = useAtom(trayOpenAtom)
  const toggle = () => setOpen(!open)
  useHotkey('u', toggle, {
    description: t('workItems.undated.toggle'),
    group: t('workItems.undated.title'),
  })
  return (
    <Button size="sm" variant="ghost" icon={<CalendarOff />} keys="u" aria-expanded={open} onClick={toggle}>
      <span className="max-sm:sr-only">{t('workItems.undated.title')}</span>
    </Button>
  )
}
