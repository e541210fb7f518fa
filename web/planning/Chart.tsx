import type { PlanFigures, PointFigures } from '#common/planning/schema.ts'
import { useTranslation } from '../locales/i18n.ts'
import { shortDate } from '../work-items/dates.ts'

export type ChartKind = 'burndown' | 'burnup'

interface ChartProps {
  figures: Pick<PlanFigures | PointFigures, 'completion_chart' | 'scope_chart'>
  /** How an amount is written. */
  text: (amount: number) => string
  kind: ChartKind
}

/** Of the drawing, in its own units: it is as wide as its place. */
const [width, height] = [280, 132]
const [narrow, right, top, bottom] = [26, 4, 6, 18]
const letter = 6

/** How it goes by day: what is left of it, or what is done, against how much there was, and an even pace from first to last. */
export function Chart({ figures, text, kind }: ChartProps) {
  const { t, i18n } = useTranslation()
  const days = Object.keys(figures.scope_chart).toSorted()
  const scope = days.map((day) => figures.scope_chart[day] ?? null)
  const remaining = days.map((day) => figures.completion_chart[day] ?? null)
  const done = days.map((_, at) => minus(scope[at], remaining[at]))
  const highest = Math.max(1, ...scope.map((count) => count ?? 0))
  const left = Math.max(narrow, 6 + letter * text(highest).length)
  const now = scope.findLastIndex((count) => count !== null)
  const whole = scope[now] ?? 0
  const x = (at: number) => left + (at / Math.max(1, days.length - 1)) * (width - left - right)
  const y = (count: number) => top + (1 - count / highest) * (height - top - bottom)
  const line = (counts: readonly (number | null)[]) =>
    counts.flatMap((count, at) => (count === null ? [] : `${x(at)},${y(count)}`)).join(' ')
  const isDown = kind === 'burndown'
  const shown = isDown ? remaining : done
  const [first, last] = [days[0], days.at(-1)]
  const words =
    now < 0
      ? t('planning.noFigures')
      : t('planning.chartWords', {
          day: shortDate(days[now] ?? '', i18n.language),
          left: text(remaining[now] ?? 0),
          total: text(whole),
        })
  const changes = scope.flatMap((count, at) => {
    const before = scope[at - 1] ?? null
    return count !== null && before !== null && count !== before ? [{ at, count }] : []
  })
  return (
    <figure className="flex flex-col gap-1.5">
      <svg
        role="img"
        aria-label={words}
        viewBox={`0 0 ${width} ${height}`}
        className="w-full overflow-visible"
      >
        {[0, highest].map((count) => (
          <g key={count}>
            <line x1={left} x2={width - right} y1={y(count)} y2={y(count)} className="stroke-line" />
            <text x={left - 5} y={y(count) + 3} textAnchor="end" className="fill-faint text-2xs tabular">
              {text(count)}
            </text>
          </g>
        ))}
        {first !== undefined && (
          <text x={left} y={height - 3} className="fill-faint text-2xs">
            {shortDate(first, i18n.language)}
          </text>
        )}
        {last !== undefined && last !== first && (
          <text x={width - right} y={height - 3} textAnchor="end" className="fill-faint text-2xs">
            {shortDate(last, i18n.language)}
          </text>
        )}
        <line
          x1={x(0)}
          x2={x(days.length - 1)}
          y1={y(isDown ? whole : 0)}
          y2={y(isDown ? 0 : whole)}
          strokeDasharray="3 3"
          className="stroke-line-strong"
        />
        <polyline points={line(scope)} fill="none" strokeWidth="1.25" className="stroke-icon-faint" />
        {changes.map(({ at, count }) => (
          <circle key={at} cx={x(at)} cy={y(count)} r="2" className="fill-icon-faint" />
        ))}
        <polyline
          points={line(shown)}
          fill="none"
          strokeWidth="1.75"
          strokeLinejoin="round"
          className={isDown ? 'stroke-accent' : 'stroke-state-completed'}
        />
        {now >= 0 && (
          <circle
            cx={x(now)}
            cy={y(shown[now] ?? 0)}
            r="2.75"
            className={isDown ? 'fill-accent' : 'fill-state-completed'}
          />
        )}
      </svg>
      <figcaption aria-hidden className="flex flex-wrap gap-x-3 gap-y-1 pl-6 text-xs text-faint">
        <Key
          className={isDown ? 'bg-accent' : 'bg-state-completed'}
          label={t(isDown ? 'planning.left' : 'planning.completed')}
        />
        <Key className="bg-icon-faint" label={t('planning.scope')} />
        <Key className="bg-line-strong" label={t('planning.ideal')} />
      </figcaption>
    </figure>
  )
}

function Key({ className, label }: { className: string; label: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span className={`h-0.5 w-3 rounded-full ${className}`} />
      {label}
    </span>
  )
}

function minus(one: number | null | undefined, other: number | null | undefined): number | null {
  return one === null || one === undefined || other === null || other === undefined ? null : one - other
}
