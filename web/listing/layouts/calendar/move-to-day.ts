import { readDay } from '#common/listing/clock.ts'
import { tables } from '../../../app/sync.ts'
import { t } from '../../../locales/i18n.ts'
import type { PlainDate } from '../../../ui/plain-date.ts'
import { keyOf, updateWorkItem } from '../../../work-items/actions.ts'
import { shortDate } from '../../../work-items/dates.ts'

/** Makes an item due on the day it was dropped on, and changes nothing else of it. */
export function moveToDay(id: string, day: PlainDate, language: string): void {
  const row = tables.work_items.get(id)
  if (row === undefined || readDay(day) === null || row.target_date === day) return
  const message = t('workItems.calendar.movedTo', { key: keyOf(row), day: shortDate(day, language) })
  void updateWorkItem(id, { target_date: day }, message)
}
