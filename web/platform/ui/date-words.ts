import { t } from '../../locales/i18n.ts'
import type { DateInputWords } from './parse-date.ts'

/** Returns the words of the shown language that a typed date may contain. */
export function getDateInputWords(): DateInputWords {
  return {
    today: t('ui.date.today'),
    tomorrow: t('ui.date.tomorrow'),
    days: t('ui.date.days'),
    weeks: t('ui.date.weeks'),
    months: t('ui.date.months'),
    later: t('ui.date.later'),
    next: t('ui.date.next'),
    endOfMonth: t('ui.date.endOfMonth'),
    endOfWeek: t('ui.date.endOfWeek'),
    dayAfterTomorrow: t('ui.date.dayAfterTomorrow'),
  }
}
