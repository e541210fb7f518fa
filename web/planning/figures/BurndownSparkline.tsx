import { useTranslation } from '../../locales/i18n.ts'
import { formatShortDate } from '../../platform/person/dates.ts'
import type { BurndownChartProps } from './BurndownChart.tsx'
import { plotLineStyles } from './BurndownPlot.tsx'
import { computeBurndown } from './burndown.ts'

/** Sizes in units of the SVG's view box, with room for the strokes at the edges. */
const [width, height, padding] = [96, 24, 2]

/** A small burndown line without axes, for a row of a list. Its label states the values of the last day. */
export function BurndownSparkline({ figures, text }: Pick<BurndownChartProps, 'figures' | 'text'>) {
  const { t, i18n } = useTranslation()
  const { days, scope, remaining, now, whole, highest } = computeBurndown(figures)
  if (now < 0) return null
  const last = Math.max(1, days.length - 1)
  const x = (day: number) => padding + (day / last) * (width - 2 * padding)
  const y = (count: number) => padding + (1 - count / highest) * (height - 2 * padding)
  const points = remaining.flatMap((count, day) => (count === null ? [] : `${x(day)},${y(count)}`))
  const label = t('planning.chartWords', {
    day: formatShortDate(days[now] ?? '', i18n.language),
    left: text(remaining[now] ?? 0),
    total: text(scope[now] ?? 0),
  })
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      className="h-6 w-24 overflow-visible"
    >
      <title>{label}</title>
      <line x1={x(0)} x2={x(last)} y1={y(whole)} y2={y(0)} {...plotLineStyles.ideal} />
      <polyline points={points.join(' ')} fill="none" strokeLinejoin="round" {...plotLineStyles.left} />
      <circle cx={x(now)} cy={y(remaining[now] ?? 0)} r="2" className="fill-accent" />
    </svg>
  )
}
