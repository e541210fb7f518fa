import type { ReactElement, ReactNode, RefObject } from 'react'
import { LazyPart } from './LazyPart.tsx'
import { loadable } from './loadable.ts'
import { usePopup } from './use-popup.ts'

const popup = loadable(() => import('./DialogPopup.tsx').then(({ DialogPopup }) => DialogPopup))

/** Fetches the window before anybody opens one. */
export const preloadDialog = popup.preload

export interface DialogProps {
  title: ReactNode
  description?: ReactNode
  children: ReactNode
  /** The buttons at the end: cancel first, then the one that does it. */
  footer?: ReactNode
  /** Given, body and footer are one form, so Enter and a submit button both arrive here. */
  onSubmit?: () => void
  trigger?: ReactElement
  open?: boolean
  onOpenChange?: (open: boolean) => void
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** For what is shown this once: only its buttons close it, neither Escape nor a press beside it. */
  stays?: boolean
  /** True for a dialog that keeps typed text when it closes, so that Escape closes it without a question. */
  keepsText?: boolean
  /** What gets focus first, when that is not the first field. */
  initialFocus?: RefObject<HTMLElement | null>
}

/** A question or form that has to be answered before going on. It is above everything and keeps focus until it closes. */
export function Dialog(props: DialogProps) {
  const { button, shown, control } = usePopup({
    trigger: props.trigger,
    open: props.open,
    onOpenChange: props.onOpenChange,
    haspopup: 'dialog',
    preload: popup.preload,
  })
  return (
    <>
      {button}
      {shown && <LazyPart part={popup} props={{ dialog: props, control }} />}
    </>
  )
}
