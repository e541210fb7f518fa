import type { ReactElement, ReactNode, RefObject } from 'react'
import { LazyComponent } from './LazyComponent.tsx'
import { loadable } from './loadable.ts'
import { usePopup } from './use-popup.ts'

const popup = loadable(() => import('./DialogPopup.tsx').then(({ DialogPopup }) => DialogPopup))

/** Loads the dialog in advance. */
export const preloadDialog = popup.preload

export interface DialogProps {
  title: ReactNode
  description?: ReactNode
  children: ReactNode
  /** The buttons at the bottom: Cancel first, then the main action. */
  footer?: ReactNode
  /** If given, body and footer are a form. Enter and the submit button call this function. */
  onSubmit?: () => void
  trigger?: ReactElement
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** `full` uses the whole window. */
  size?: 'sm' | 'md' | 'lg' | 'xl' | 'full'
  /** A button beside the close button. */
  headerAction?: ReactNode
  /**
   * If true, Escape and clicks outside do not close the dialog, only its buttons do. Use it for content that
   * is shown only once, such as a secret.
   */
  stays?: boolean
  /**
   * True if the typed text is preserved when the dialog closes. Escape then closes the dialog without a
   * confirmation.
   */
  keepsText?: boolean
  /**
   * The text of a confirmation dialog that is shown before Escape or a click outside closes the dialog, even if
   * `keepsText` is set or nothing was typed.
   */
  lossText?: string | undefined
  /** The element that gets the initial focus instead of the first field. */
  initialFocus?: RefObject<HTMLElement | null>
}

/** A modal dialog with a question or form. It covers the page and traps the focus. */
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
      {shown && <LazyComponent part={popup} props={{ dialog: props, control }} />}
    </>
  )
}
