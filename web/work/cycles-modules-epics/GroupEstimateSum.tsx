import { useAtomValue } from 'jotai'
import { Triangle } from 'lucide-react'
import { formatEstimateValue } from '#common/planning/estimates/rules.ts'
import { formatDuration } from '../../locales/durations.ts'
import { formatNumber } from '../../locales/formats.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { createDefaultsAtom } from '../work-items/create.ts'
import { estimateSumUnitAtom } from '../work-items/estimates.ts'

/**
 * The sum of the estimates in a group. Renders nothing if it is zero, or if the project has no estimates that
 * can be summed.
 */
export function GroupEstimateSum({ sum = 0 }: { sum?: number | undefined }) {
  const { t } = useTranslation()
  const createDefaults = useAtomValue(createDefaultsAtom)
  const type = useAtomValue(estimateSumUnitAtom(createDefaults?.listing.context.project_id ?? null))
  if (type === null || sum === 0) return null
  const text = type === 'time' ? formatEstimateValue(type, sum, formatDuration) : formatNumber(sum)
  return (
    <span
      data-sum
      role="img"
      aria-label={t('estimates.sum', { text })}
      title={t('estimates.sum', { text })}
      className="flex shrink-0 items-center gap-1 font-medium text-faint tabular"
    >
      <Triangle aria-hidden className="size-3" />
      {text}
    </span>
  )
}
