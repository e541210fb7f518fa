import type { ModuleRow } from '#common/planning/modules/schema.ts'
import { t } from '../../locales/i18n.ts'
import { formatShortDate } from '../../platform/person/dates.ts'

/** Formats the dates, such as `24 Nov – 7 Dec`. Returns an empty string if the module has no dates. */
export function formatModuleDates(
  { start_date, target_date }: Pick<ModuleRow, 'start_date' | 'target_date'>,
  language: string,
): string {
  const [start, target] = [start_date, target_date].map((day) => day && formatShortDate(day, language))
  if (start && target) return `${start} – ${target}`
  if (start) return t('modules.from', { day: start })
  return target ? t('modules.until', { day: target }) : ''
}
