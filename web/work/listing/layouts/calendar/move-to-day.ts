import { parseDay } from '#common/platform/clock.ts'
import { t } from '../../../../locales/i18n.ts'
import { tables } from '../../../../platform/app/sync.ts'
import { formatShortDate } from '../../../../platform/person/dates.ts'
import type { PlainDate } from '../../../../platform/ui/plain-date.ts'
import { formatItemKey, updateWorkItem } from '../../../work-items/actions.ts'
import { undatedCellName } from '../tray.ts'

/**
 * Sets the due date of an item to the day that it was dropped on. Dropping the item on the panel of undated
 * items removes its due date.
 */
export function moveToDay(id: string, day: PlainDate, language: string): void {
  const row = tables.work_items.get(id)
  if (row === undefined) return
  if (day === undatedCellName) {
    if (row.target_date === null) return
    void updateWorkItem(
      id,
      { target_date: null },
      t('workItems.calendar.undated', { key: formatItemKey(row) }),
    )
    return
  }
  if (parseDay(day) === null || row.target_date === day) return
  const message = t('workItems.calendar.movedTo', {
    key: formatItemKey(row),
    day: formatShortDate(day, language),
  })
  void updateWorkItem(id, { target_date: day }, message)
}
