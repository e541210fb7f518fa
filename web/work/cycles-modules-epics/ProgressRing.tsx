import { formatPercent } from '../../locales/formats.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { completedShare, type Measure, type MeasuredCounts } from './measure.ts'

const radius = 6
const round = 2 * Math.PI * radius

interface ProgressRingProps {
  counts: MeasuredCounts
  measure: Measure
}

/** Ring and percentage of completed work. */
export function ProgressRing({ counts, measure }: ProgressRingProps) {
  const { t } = useTranslation()
  const done = completedShare(counts, measure)
  const percentage = Math.floor(done * 100)
  const words = t('planning.percent', { percent: percentage })
  return (
    <span title={words} className="inline-flex shrink-0 items-center gap-1.5 text-sm text-soft tabular">
      <svg aria-hidden viewBox="0 0 16 16" className="size-4 -rotate-90">
        <circle cx="8" cy="8" r={radius} fill="none" strokeWidth="2.5" className="stroke-line-strong" />
        <circle
          cx="8"
          cy="8"
          r={radius}
          fill="none"
          strokeWidth="2.5"
          strokeDasharray={`${round * done} ${round}`}
          className="stroke-state-completed transition-[stroke-dasharray]"
        />
      </svg>
      <span className="sr-only">{words}</span>
      <span aria-hidden>{formatPercent(percentage)}</span>
    </span>
  )
}
