import { useAtomValue } from 'jotai'
import type { PropertyName } from '#common/work/listing/properties.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import {
  type DueUrgency,
  dueDateText,
  dueUrgencyOf,
  formatShortDate,
} from '../../../platform/person/dates.ts'
import { firstDayOfWeekAtom } from '../../../platform/person/me.ts'
import { getCurrentDay } from '../../../platform/person/today.ts'
import { DatePicker } from '../../../platform/ui/DatePicker.tsx'
import { commonValue, earliestOfDates, latestOfDates } from '../bulk/common-values.ts'
import { DayCell } from './DayCell.tsx'
import type { PropertyDetail, PropertyPickerProps, ValueProps } from './property-detail.ts'
import { findProperty } from './registry.ts'
import { cellTextOfString, invalidCellText } from './text.ts'

export const startDateDetail = dayDetail('start_date')
export const targetDateDetail = dayDetail('target_date')

type DayField = 'start_date' | 'target_date'

function dayDetail(field: DayField): PropertyDetail {
  return {
    column: { width: 116, sort: { words: 'date' } },
    Cell,
    Full,
    Picker,
    ofMany: (rows) => {
      const days = rows.map((row) => row[field])
      // If the dates differ, any of them is shown as the value, so that the picker offers to clear it.
      const value = commonValue(rows, (row) => row[field]) ?? latestOfDates(days)
      return field === 'start_date'
        ? { start_date: value, target_date: earliestOfDates(rows.map((row) => row.target_date)) }
        : { target_date: value, start_date: latestOfDates(rows.map((row) => row.start_date)) }
    },
    text: (row) => cellTextOfString(row[field] ?? ''),
    parse: (given, _, reading) => {
      const date = given.text === '' ? null : reading.date(given.text)
      return date === undefined ? invalidCellText('not_a_date', given) : { patch: { [field]: date } }
    },
  }
}

function dayOf(name: PropertyName): DayField {
  return name === 'start_date' ? name : 'target_date'
}

function toneOf(row: WorkItemRow, name: PropertyName): DueUrgency | null {
  return name === 'target_date' ? dueUrgencyOf(row) : null
}

function Cell({ row, name }: ValueProps) {
  const date = row[dayOf(name)]
  return date && <DayCell date={date} tone={toneOf(row, name)} />
}

function Full({ row, name }: ValueProps) {
  const { t, i18n } = useTranslation()
  const date = row[dayOf(name)]
  return (
    <>
      {findProperty(name)?.icon}
      {date === null ? t('workItems.noDate') : formatShortDate(date, i18n.language)}
      {date !== null && toneOf(row, name) !== null && ` · ${dueDateText(date)}`}
    </>
  )
}

/** The start date must not be after the due date, so each date limits the other. */
function Picker({ name, projectId: _, item, onChange, disabled: __, ...control }: PropertyPickerProps) {
  const { t } = useTranslation()
  const weekStartsOn = useAtomValue(firstDayOfWeekAtom)
  const field = dayOf(name)
  const isStart = field === 'start_date'
  return (
    <DatePicker
      today={getCurrentDay()}
      {...control}
      label={t(`properties.${field}`)}
      value={item[field] ?? null}
      onChange={(date) => onChange({ [field]: date })}
      weekStartsOn={weekStartsOn}
      min={isStart ? null : (item.start_date ?? null)}
      max={isStart ? (item.target_date ?? null) : null}
    />
  )
}
