export type Priority = 'urgent' | 'high' | 'medium' | 'low' | 'none'

export interface PriorityIconProps {
  priority: Priority
  size?: number
  /** Accessible name if there is no visible text. */
  label?: string
}

export function PriorityIcon({ priority, size = 16, label }: PriorityIconProps) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={`${size / 16}rem`}
      height={`${size / 16}rem`}
      className="shrink-0"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      {priority === 'urgent' ? (
        <>
          <rect x="2" y="2" width="12" height="12" rx="3" fill="var(--priority-urgent)" />
          <path d="M8 4.8v4M8 11v.2" stroke="var(--sheet)" strokeWidth="1.9" strokeLinecap="round" />
        </>
      ) : priority === 'none' ? (
        <path
          d="M2.5 8h2M7 8h2M11.5 8h2"
          stroke="var(--icon-faint)"
          strokeWidth="1.7"
          strokeLinecap="round"
        />
      ) : (
        <Bars filled={bars[priority]} color={`var(--priority-${priority})`} />
      )}
    </svg>
  )
}

const bars = { high: 3, medium: 2, low: 1 }

function Bars({ filled, color }: { filled: number; color: string }) {
  return (
    <>
      <rect x="2" y="9" width="3" height="5" rx="1" fill={color} />
      <rect x="6.5" y="6" width="3" height="8" rx="1" fill={filled > 1 ? color : 'var(--line-strong)'} />
      <rect x="11" y="2.5" width="3" height="11.5" rx="1" fill={filled > 2 ? color : 'var(--line-strong)'} />
    </>
  )
}
