import { useTranslation } from '../../locales/i18n.ts'
import { StateIcon } from '../../platform/ui/StateIcon.tsx'
import {
  type ChosenMeasure,
  formatAmount,
  getStateGroupCount,
  type ItemAndPointCounts,
} from '../../work/cycles-modules-epics/measure.ts'

export const countedStateGroups = ['backlog', 'unstarted', 'started', 'completed', 'cancelled'] as const

interface StateGroupCountsProps {
  counts: ItemAndPointCounts
  measuring: Pick<ChosenMeasure, 'measure' | 'type'>
}

/** Shows the number of items in each state group, or the sum of their estimates. */
export function StateGroupCounts({ counts, measuring: { measure, type } }: StateGroupCountsProps) {
  const { t } = useTranslation()
  return (
    <dl className="flex flex-col">
      {countedStateGroups.map((group) => (
        <div key={group} className="flex h-7 items-center gap-2">
          <StateIcon group={group} />
          <dt className="min-w-0 flex-1 truncate">{t(`ui.state.${group}`)}</dt>
          <dd className="text-sm text-soft tabular">
            {formatAmount(getStateGroupCount(counts, group, measure), measure, type)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
