import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export interface BadgeProps {
  children: ReactNode
  tone?: 'accent' | 'neutral' | 'ok' | 'warn' | 'danger'
}

/** A badge with a number that needs attention (accent), or with a short status. */
export function Badge({ children, tone = 'neutral' }: BadgeProps) {
  return (
    <span
      className={cx(
        'tabular inline-flex h-4.5 min-w-4.5 shrink-0 items-center justify-center rounded-full px-1.5 text-xs font-strong whitespace-nowrap',
        tones[tone],
      )}
    >
      {typeof children === 'number' && children > 99 ? '99+' : children}
    </span>
  )
}

const tones = {
  accent: 'bg-accent text-on-accent',
  neutral: 'bg-active text-soft',
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
}
