import { type Burndown, scopeChanges } from './burndown.ts'

/** Sizes in units of the SVG's view box, which scales to the available width. */
const [width, height] = [280, 132]
const [narrow, right, top, bottom] = [26, 4, 6, 18]
const letter = 6

/** The strokes of the lines, shared by the chart and its legend. */
export const plotLineStyles = {
  left: { className: 'stroke-accent', strokeWidth: 1.75 },
  completed: { className: 'stroke-state-completed', strokeWidth: 1.75 },
  scope: { className: 'stroke-soft', strokeWidth: 1.25 },
  // The line of the ideal pace is dotted, so that it is not confused with the line of the scope.
  ideal: {
    className: 'stroke-icon-faint',
    strokeWidth: 1.5,
    strokeLinecap: 'round',
    strokeDasharray: '0.1 4',
  },
} as const

interface BurndownPlotProps {
  burndown: Burndown
  isDown: boolean
  /** The index of the marked day. */
  at: number
  /** True while the user reads the values of the marked day with the pointer or the arrow keys. */
  isRead: boolean
  text: (amount: number) => string
  dayText: (at: number) => string
  /** The text alternative of the chart. */
  label: string
}

export function BurndownPlot({ burndown, isDown, at, isRead, text, dayText, label }: BurndownPlotProps) {
  const { days, scope, remaining, done, now, whole, highest } = burndown
  const left = plotLeft(burndown, text)
  const last = days.length - 1
  const x = (day: number) => left + (day / Math.max(1, last)) * (width - left - right)
  const y = (count: number) => top + (1 - count / highest) * (height - top - bottom)
  const line = (counts: readonly (number | null)[]) =>
    counts.flatMap((count, day) => (count === null ? [] : `${x(day)},${y(count)}`)).join(' ')
  const shown = isDown ? remaining : done
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`} className="w-full overflow-visible">
      {[0, highest].map((count) => (
        <g key={count}>
          <line x1={left} x2={width - right} y1={y(count)} y2={y(count)} className="stroke-line" />
          <text x={left - 5} y={y(count) + 3} textAnchor="end" className="fill-faint text-2xs tabular">
            {text(count)}
          </text>
        </g>
      ))}
      {(last > 0 ? [0, last] : [0]).map((day) => (
        <text
          key={day}
          x={day === 0 ? left : width - right}
          y={height - 3}
          textAnchor={day === 0 ? 'start' : 'end'}
          className="fill-faint text-2xs"
        >
          {dayText(day)}
        </text>
      ))}
      <line
        x1={x(0)}
        x2={x(last)}
        y1={y(isDown ? whole : 0)}
        y2={y(isDown ? 0 : whole)}
        {...plotLineStyles.ideal}
      />
      <polyline points={line(scope)} fill="none" {...plotLineStyles.scope} />
      {scopeChanges(burndown).map(({ at: day, count }) => (
        <circle key={day} cx={x(day)} cy={y(count)} r="2" className="fill-soft" />
      ))}
      <polyline
        points={line(shown)}
        fill="none"
        strokeLinejoin="round"
        {...plotLineStyles[isDown ? 'left' : 'completed']}
      />
      {isRead && <line x1={x(at)} x2={x(at)} y1={y(highest)} y2={y(0)} className="stroke-line-strong" />}
      {now >= 0 && (
        <circle
          cx={x(at)}
          cy={y(shown[at] ?? 0)}
          r="2.75"
          className={isDown ? 'fill-accent' : 'fill-state-completed'}
        />
      )}
    </svg>
  )
}

/** Converts a horizontal position, from 0 to 1, to the index of the nearest day that has values. */
export function dayIndexAtPosition(
  burndown: Burndown,
  text: (amount: number) => string,
  part: number,
): number {
  const left = plotLeft(burndown, text)
  const fraction = (part * width - left) / (width - left - right)
  return Math.min(burndown.now, Math.max(0, Math.round(fraction * (burndown.days.length - 1))))
}

/** Returns the x coordinate of the first day. The labels of the vertical axis are to the left of it. */
function plotLeft({ highest }: Burndown, text: (amount: number) => string): number {
  return Math.max(narrow, 6 + letter * text(highest).length)
}
