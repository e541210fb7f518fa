import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../platform/ui/cx.ts'

interface AuthNoticeProps {
  kind: 'error' | 'ok' | 'info'
  children: ReactNode
}

/** A message above a form. */
export function AuthNotice({ kind, children }: AuthNoticeProps) {
  const Icon = icons[kind]
  return (
    <div
      role={kind === 'error' ? 'alert' : 'status'}
      className={cx('flex items-start gap-2 rounded-md px-3 py-2.5', colors[kind])}
    >
      <Icon className={cx('mt-px size-4 shrink-0', iconColors[kind])} aria-hidden />
      <div className="min-w-0 text-pretty">{children}</div>
    </div>
  )
}

const icons = { error: CircleAlert, ok: CircleCheck, info: Info }
const colors = { error: 'bg-danger-soft', ok: 'bg-ok-soft', info: 'bg-accent-soft' }
const iconColors = { error: 'text-danger', ok: 'text-ok', info: 'text-accent-text' }
