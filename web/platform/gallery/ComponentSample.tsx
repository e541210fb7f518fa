import type { ReactNode } from 'react'
import { cx } from '../ui/cx.ts'

/** One component with its states side by side. */
export function ComponentSample({
  name,
  children,
  stack,
}: {
  name: string
  children: ReactNode
  stack?: boolean
}) {
  return (
    <div className="mb-5 grid gap-x-4 gap-y-2 sm:grid-cols-[112px_1fr]">
      <h3 className="pt-1.5 text-sm text-faint">{name}</h3>
      <div className={cx('flex min-w-0', stack ? 'flex-col gap-3' : 'flex-wrap items-center gap-2.5')}>
        {children}
      </div>
    </div>
  )
}
