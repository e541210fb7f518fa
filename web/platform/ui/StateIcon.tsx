export type StateGroup = 'backlog' | 'unstarted' | 'started' | 'completed' | 'cancelled' | 'triage'

export interface StateIconProps {
  group: StateGroup
  /**
   * The color of the state. The default is the color of the state group. The shape of the icon always shows
   * the state group.
   */
  color?: string | null
  size?: number
  /** Accessible name if there is no visible text. */
  label?: string
}

export function StateIcon({ group, color, size = 16, label }: StateIconProps) {
  const paint = color || `var(--state-${group})`
  return (
    <svg
      viewBox="0 0 16 16"
      width={`${size / 16}rem`}
      height={`${size / 16}rem`}
      className="shrink-0"
      style={{ color: paint }}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      {shapes[group] ?? shapes.backlog}
    </svg>
  )
}

const ring = { cx: 8, cy: 8, r: 6, fill: 'none', stroke: 'currentColor', strokeWidth: 1.7 }
const stroke = {
  fill: 'none',
  stroke: 'var(--sheet)',
  strokeWidth: 1.7,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

const shapes = {
  backlog: <circle {...ring} strokeDasharray="1.9 1.87" />,
  unstarted: <circle {...ring} />,
  started: (
    <>
      <circle {...ring} />
      <path d="M8 4.4a3.6 3.6 0 0 1 0 7.2z" fill="currentColor" />
    </>
  ),
  completed: (
    <>
      <circle cx="8" cy="8" r="6.8" fill="currentColor" />
      <path d="m5.2 8.2 2 2 3.6-4" {...stroke} />
    </>
  ),
  cancelled: (
    <>
      <circle cx="8" cy="8" r="6.8" fill="currentColor" />
      <path d="m5.8 5.8 4.4 4.4m0-4.4-4.4 4.4" {...stroke} />
    </>
  ),
  triage: (
    <>
      <circle {...ring} />
      <path
        d="M5 8h6M9 6l2 2-2 2"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
}
