import { useAtomValue } from 'jotai'
import { Play, Square, Timer } from 'lucide-react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { startTimer, stopTimer } from './actions.ts'
import { timerAtom, useWorklogRights } from './atoms.ts'
import { openWorklogDialog } from './dialogs.ts'

/** Menu items for the time of an item. */
export function TimeActions({ row }: { row: WorkItemRow }) {
  const { t } = useTranslation()
  const timer = useAtomValue(timerAtom)
  if (!useWorklogRights(row).log(row)) return null
  return (
    <>
      {timer?.issue_id === row.id ? (
        <MenuItem icon={<Square />} onSelect={() => void stopTimer(timer)}>
          {t('time.stop')}
        </MenuItem>
      ) : (
        <MenuItem icon={<Play />} onSelect={() => void startTimer(row)}>
          {t('time.start')}
        </MenuItem>
      )}
      <MenuItem icon={<Timer />} onSelect={() => openWorklogDialog({ issue_id: row.id, id: null })}>
        {t('time.log')}
      </MenuItem>
    </>
  )
}
