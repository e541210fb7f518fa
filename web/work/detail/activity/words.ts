import { activityWordsBy } from '#common/work/activities/words.ts'
import { shortDate } from '../../../identity/users/dates.ts'
import { say, shownLanguage } from '../../../locales/i18n.ts'

/** What was done, in the language of the screen. */
export const activityWords = activityWordsBy({ say, day: (day) => shortDate(day, shownLanguage()) })
