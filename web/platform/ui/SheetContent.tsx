import { Drawer } from '@base-ui/react/drawer'
import { useRef } from 'react'
import { cx } from './cx.ts'
import { backdropClass } from './dialog-class.ts'
import { isAnyPopupOpen } from './floats.ts'
import { useRestoreFocus } from './focus-back.ts'
import type { SheetProps } from './Sheet.tsx'
import { useIsPhone } from './use-media-query.ts'

/** The content of a Sheet, loaded on demand. */
export function SheetContent({
  open,
  onOpenChange,
  label,
  header,
  children,
  footer,
  modal = false,
  side = 'right',
  within,
  className,
  initialFocus,
  finalFocus,
}: SheetProps) {
  const phone = useIsPhone()
  const covering = modal || phone
  const popup = useRef<HTMLDivElement>(null)
  const focusBack = useRestoreFocus({ open, float: () => popup.current, target: finalFocus ?? (() => true) })
  return (
    <Drawer.Root
      open={open}
      onOpenChange={(next, details) => {
        if (details.reason !== 'escape-key' || !isAnyPopupOpen()) return onOpenChange(next)
        details.cancel()
        details.allowPropagation()
      }}
      modal={covering}
      disablePointerDismissal={!covering}
      swipeDirection={phone && side === 'right' ? 'down' : side}
    >
      <Drawer.Portal container={covering ? undefined : within}>
        {covering && <Drawer.Backdrop className={backdropClass} />}
        <Drawer.Viewport
          className={cx(
            'inset-0 flex items-stretch',
            within && !covering ? 'absolute' : 'fixed',
            covering ? 'z-float' : 'pointer-events-none z-peek',
            side === 'right' ? 'justify-end' : 'justify-start',
          )}
        >
          <Drawer.Popup
            ref={popup}
            data-modal={covering ? 'sheet' : undefined}
            aria-label={label}
            initialFocus={initialFocus}
            finalFocus={focusBack}
            className={cx(
              'pointer-events-auto relative flex max-w-full flex-col bg-sheet text-text outline-none transition-[transform,opacity] duration-(--slow) ease-out [touch-action:auto] data-swiping:transition-none data-swiping:select-none',
              side === 'right'
                ? 'w-full pt-(--safe-top) shadow-[-18px_0_40px_oklch(0_0_0/0.07)] beside:shadow-none sm:w-peek sm:border-s sm:border-line'
                : 'w-[min(18.75rem,86vw)] border-e border-line pt-(--safe-top) shadow-float',
              phone && side === 'right'
                ? 'transform-[translateY(var(--drawer-swipe-movement-y))] data-ending-style:transform-[translateY(100%)] data-starting-style:transform-[translateY(100%)]'
                : 'transform-[translateX(var(--drawer-swipe-movement-x))] data-ending-style:opacity-0 data-starting-style:opacity-0',
              !phone &&
                side === 'right' &&
                'data-ending-style:transform-[translateX(24px)] data-starting-style:transform-[translateX(24px)]',
              side === 'left' &&
                'data-ending-style:transform-[translateX(-100%)] data-starting-style:transform-[translateX(-100%)]',
              className,
            )}
          >
            {header && (
              <div className="flex min-h-topbar shrink-0 items-center gap-1 border-b border-line px-3">
                {header}
              </div>
            )}
            <Drawer.Content className="scroll-quiet min-h-0 flex-1 overflow-y-auto overscroll-contain">
              {children}
            </Drawer.Content>
            {footer && <div className="shrink-0 border-t border-line pb-(--safe-bottom)">{footer}</div>}
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  )
}
