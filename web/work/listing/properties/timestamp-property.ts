import { useAtomValue } from 'jotai'
import { localDay } from '#common/platform/clock.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { formatShortDate } from '../../../platform/person/dates.ts'
import { timezoneAtom } from '../../../platform/person/today.ts'
import type { DisplayablePropertyName, ItemProperty } from './property.ts'
import { propertyText } from './property-text.ts'

interface Moment extends Pick<ItemProperty, 'icon' | 'card' | 'row'> {
  name: DisplayablePropertyName & MomentField
}

type MomentField = 'created_at' | 'updated_at' | 'completed_at'

/** Creates a property that holds a moment which the server sets. */
export function createTimestampProperty({ name, ...where }: Moment): ItemProperty {
  return {
    ...where,
    name,
    hasIcon: true,
    isEmpty: (row: WorkItemRow) => row[name] === null,
    useValue: (row) => {
      const { i18n } = useTranslation()
      // The day depends on the time zone of the user's profile, which filters and groups use too.
      const timezone = useAtomValue(timezoneAtom)
      const content = row[name] && formatShortDate(localDay(Date.parse(row[name]), timezone), i18n.language)
      return { words: propertyText(name, content ?? ''), content }
    },
  }
}
