import { ScrollArea as BaseScrollArea } from '@base-ui/react/scroll-area'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export interface ScrollAreaProps {
  children: ReactNode
  className?: string
  /** Its name, when what scrolls is not reachable by Tab otherwise. */
  label?: string
}

/** Scrolls with thin bars that lie over the content and show while one scrolls or points. Give it a height. */
export function ScrollArea({ children, className, label }: ScrollAreaProps) {
  return (
    <BaseScrollArea.Root className={cx('relative min-h-0', className)}>
      <BaseScrollArea.Viewport
        aria-label={label}
        role={label ? 'region' : undefined}
        className="size-full overscroll-contain rounded-[inherit] [scrollbar-width:none] focus-visible:-outline-offset-2 [&::-webkit-scrollbar]:hidden"
      >
        <BaseScrollArea.Content>{children}</BaseScrollArea.Content>
      </BaseScrollArea.Viewport>
      {(['vertical', 'horizontal'] as const).map((orientation) => (
        <BaseScrollArea.Scrollbar
          key={orientation}
          orientation={orientation}
          className="z-1 flex p-0.5 opacity-0 transition-opacity data-[orientation=horizontal]:h-2.5 data-[orientation=vertical]:w-2.5 data-hovering:opacity-100 data-scrolling:opacity-100"
        >
          <BaseScrollArea.Thumb className="rounded-full bg-line-control data-[orientation=horizontal]:h-full data-[orientation=vertical]:w-full" />
        </BaseScrollArea.Scrollbar>
      ))}
    </BaseScrollArea.Root>
  )
}
