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
import { commonValue, findEarliestDate, findLatestDate } from '../bulk/common-values.ts'
import { DayCell } from './DayCell.tsx'
import type { DetailPropertyDefinition, PropertyPickerProps, PropertyValueProps } from './property-detail.ts'
import { findProperty } from './registry.ts'
import { cellTextOfString, rejectCellText } from './text.ts'

export const startDateDetail = dayDetail('start_date')
export const targetDateDetail = dayDetail('target_date')

type DayField = 'start_date' | 'target_date'

function dayDetail(field: DayField): DetailPropertyDefinition {
  return {
    column: { width: 116 },
    Cell,
    Full,
    Picker,
    ofMany: (rows) => {
      const days = rows.map((row) => row[field])
      // If the items have different dates, the latest date is shown as the value, so that the picker offers
      // to clear it.
      const value = commonValue(rows, (row) => row[field]) ?? findLatestDate(days)
      return field === 'start_date'
        ? { start_date: value, target_date: findEarliestDate(rows.map((row) => row.target_date)) }
        : { target_date: value, start_date: findLatestDate(rows.map((row) => row.start_date)) }
    },
    text: (row) => cellTextOfString(row[field] ?? ''),
    parse: (given, _, reading) => {
      const date = given.text === '' ? null : reading.date(given.text)
      return date === undefined ? rejectCellText('not_a_date', given) : { patch: { [field]: date } }
    },
  }
}

function dayOf(name: PropertyName): DayField {
  return name === 'start_date' ? name : 'target_date'
}

function toneOf(row: WorkItemRow, name: PropertyName): DueUrgency | null {
  return name === 'target_date' ? dueUrgencyOf(row) : null
}

function Cell({ row, name }: PropertyValueProps) {
  const date = row[dayOf(name)]
  return date && <DayCell date={date} tone={toneOf(row, name)} />
}

function Full({ row, name }: PropertyValueProps) {
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

/**
 * A date picker. The other date of the item limits the selectable days, because the start date must not be
 * after the due date.
 */
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
