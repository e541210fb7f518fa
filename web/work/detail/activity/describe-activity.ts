import { createActivityDescriber } from '#common/work/activities/activity-describer.ts'
import { currentLanguageTag, translateKey } from '../../../locales/i18n.ts'
import { formatShortDate } from '../../../platform/person/dates.ts'

/** Describes an activity record in the interface language of the user. */
export const describeActivity = createActivityDescriber({
  say: translateKey,
  day: (day) => formatShortDate(day, currentLanguageTag()),
})
