import type { ItemCounts } from '#common/cycles/schema.ts'
import { useTranslation } from '../locales/i18n.ts'

/** What is done of what counts: what was cancelled is no work any more. */
export function shareDone({ total_issues, completed_issues, cancelled_issues }: ItemCounts): number {
  const counted = total_issues - cancelled_issues
  return counted <= 0 ? 0 : completed_issues / counted
}

const radius = 6
const round = 2 * Math.PI * radius

/** How much of a cycle is done, as a ring beside the number in words. */
export function ProgressRing({ counts }: { counts: ItemCounts }) {
  const { t } = useTranslation()
  const done = shareDone(counts)
  const words = t('cycles.percent', { percent: Math.floor(done * 100) })
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
      <span aria-hidden>{Math.floor(done * 100)} %</span>
    </span>
  )
}
