import { useAtomValue } from 'jotai'
import { ListTree } from 'lucide-react'
import { useTranslation } from '../../../locales/i18n.ts'
import { EpicProgressSummary } from '../../cycles-modules-epics/EpicProgressSummary.tsx'
import { epicProgressAtom, newestEpicUpdateAtom } from '../../cycles-modules-epics/epics.ts'
import { completedShare } from '../../cycles-modules-epics/measure.ts'
import type { ItemProperty } from './property.ts'
import { propertyText } from './property-text.ts'

/**
 * The number of sub-items. For an epic, it shows the progress of all descendants and the status of the last update
 * instead.
 */
export const subIssuesCountProperty: ItemProperty = {
  name: 'sub_issues_count',
  icon: <ListTree />,
  hasIcon: true,
  card: { at: 5, as: 'fact' },
  row: { at: 0, className: '' },
  isEmpty: (row) => !row.is_epic && row.sub_issues_count === 0,
  useValue: ({ id, is_epic, sub_issues_count }) => {
    const { t } = useTranslation()
    const counts = useAtomValue(epicProgressAtom(is_epic ? id : ''))
    const update = useAtomValue(newestEpicUpdateAtom(is_epic ? id : ''))
    if (!is_epic)
      return {
        words: propertyText('sub_issues_count', String(sub_issues_count)),
        content: sub_issues_count,
      }
    const done =
      counts && t('planning.percent', { percent: Math.floor(completedShare(counts, 'issues') * 100) })
    const statusText = update && t(`epics.status.${update.status}`)
    return {
      words: [done, statusText].filter(Boolean).join(' · '),
      content: counts || update ? <EpicProgressSummary id={id} /> : null,
      isPlain: true,
    }
  },
}
