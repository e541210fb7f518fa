import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'

interface FactProps {
  icon: ReactNode
  label: string
  className?: string
  children: ReactNode
}

/** Something that is not changed here. */
export function Fact({ icon, label, className, children }: FactProps) {
  return (
    <span
      title={label}
      className={cx(
        'flex shrink-0 items-center gap-1 text-sm whitespace-nowrap text-faint tabular [&>svg]:size-3.5 [&>svg]:text-icon-faint',
        className,
      )}
    >
      {icon}
      <span className="sr-only">{label}</span>
      <span aria-hidden>{children}</span>
    </span>
  )
}
