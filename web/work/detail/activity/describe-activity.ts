import { activityDescriber } from '#common/work/activities/words.ts'
import { shownLanguage, translateKey } from '../../../locales/i18n.ts'
import { formatShortDate } from '../../../platform/person/dates.ts'

/** Describes an activity record in the language of the screen. */
export const describeActivity = activityDescriber({
  say: translateKey,
  day: (day) => formatShortDate(day, shownLanguage()),
})
