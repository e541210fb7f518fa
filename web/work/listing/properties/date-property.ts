import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { type DueUrgency, formatShortDate } from '../../../platform/person/dates.ts'
import type { ItemProperty } from './property.ts'
import { propertyText } from './property-text.ts'

interface Day extends Pick<ItemProperty, 'icon' | 'card' | 'row' | 'pick'> {
  name: 'start_date' | 'target_date'
  /** Returns a note about the date with its color, for example that it is overdue. */
  more?: (row: WorkItemRow) => { words: string; tone: DueUrgency | null } | null
}

/** Creates a property that holds a date which users choose. */
export function createDateProperty({ name, more, ...where }: Day): ItemProperty {
  return {
    ...where,
    name,
    hasIcon: true,
    isEmpty: (row) => row[name] === null,
    useValue: (row) => {
      const { t, i18n } = useTranslation()
      const date = row[name]
      if (date === null) return { words: propertyText(name, t('workItems.noDate')), content: null }
      const content = formatShortDate(date, i18n.language)
      const { words, tone } = more?.(row) ?? { words: '', tone: null }
      return { words: propertyText(name, words === '' ? content : `${content}, ${words}`), content, tone }
    },
  }
}
