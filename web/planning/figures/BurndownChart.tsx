import { useState } from 'react'
import type { CycleOrModuleEstimateStats, CycleOrModuleItemStats } from '#common/planning/figures/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { formatShortDate } from '../../platform/person/dates.ts'
import { BurndownPlot, dayIndexAtPosition, plotLineStyles } from './BurndownPlot.tsx'
import { computeBurndown } from './burndown.ts'

export type ChartKind = 'burndown' | 'burnup'

export interface BurndownChartProps {
  figures: Pick<CycleOrModuleItemStats | CycleOrModuleEstimateStats, 'completion_chart' | 'scope_chart'>
  /** Formats an amount of items, points or minutes. */
  text: (amount: number) => string
  kind: ChartKind
}

/**
 * A burndown or burnup chart with the scope and the ideal pace. Moving the pointer or pressing the arrow keys shows the values of
 * a day.
 */
export function BurndownChart({ figures, text, kind }: BurndownChartProps) {
  const { t, i18n } = useTranslation()
  const [reading, setReading] = useState<number | null>(null)
  const burndown = computeBurndown(figures)
  const { scope, remaining, done, now } = burndown
  const isDown = kind === 'burndown'
  const read = reading === null || now < 0 ? null : Math.min(reading, now)
  const at = read ?? now
  const dayText = (day: number) => formatShortDate(burndown.days[day] ?? '', i18n.language)
  const wordsOn = (day: number) =>
    t('planning.chartWords', {
      day: dayText(day),
      left: text(remaining[day] ?? 0),
      total: text(scope[day] ?? 0),
    })
  const amountOn = (counts: readonly (number | null)[]) => (read === null ? null : text(counts[read] ?? 0))
  return (
    <figure className="flex flex-col gap-1.5">
      <div
        className="relative rounded-sm outline-focus has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
        onPointerMove={({ currentTarget, clientX }) => {
          const { left, width } = currentTarget.getBoundingClientRect()
          setReading(dayIndexAtPosition(burndown, text, (clientX - left) / width))
        }}
        onPointerLeave={() => setReading(null)}
      >
        <BurndownPlot
          burndown={burndown}
          isDown={isDown}
          at={at}
          isRead={read !== null}
          text={text}
          dayText={dayText}
          label={now < 0 ? t('planning.noFigures') : wordsOn(now)}
        />
        {now > 0 && (
          <input
            type="range"
            aria-label={t('planning.day')}
            aria-valuetext={wordsOn(at)}
            min={0}
            max={now}
            value={at}
            onChange={(event) => setReading(Number(event.target.value))}
            onBlur={() => setReading(null)}
            className="absolute inset-0 size-full cursor-crosshair touch-pan-y opacity-0"
          />
        )}
      </div>
      <figcaption className="flex flex-wrap gap-x-3 gap-y-1 ps-6 text-xs text-faint tabular">
        {read !== null && <span className="text-soft">{dayText(read)}</span>}
        <Key
          stroke={plotLineStyles[isDown ? 'left' : 'completed']}
          label={t(isDown ? 'planning.left' : 'planning.completed')}
          value={amountOn(isDown ? remaining : done)}
        />
        <Key stroke={plotLineStyles.scope} label={t('planning.scope')} value={amountOn(scope)} />
        <Key stroke={plotLineStyles.ideal} label={t('planning.ideal')} value={null} />
      </figcaption>
    </figure>
  )
}

interface KeyProps {
  stroke: (typeof plotLineStyles)[keyof typeof plotLineStyles]
  label: string
  /**
   * The formatted value on the selected day, which is shown after the label. It is null if no day is selected. It is
   * always null for the ideal line, because the chart shows no values of this line.
   */
  value: string | null
}

function Key({ stroke, label, value }: KeyProps) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg aria-hidden viewBox="0 0 18 4" className="h-1 w-4.5">
        <line x1="1" x2="17" y1="2" y2="2" {...stroke} />
      </svg>
      {label}
      {value !== null && <span className="font-medium text-text">{value}</span>}
    </span>
  )
}
