import type { ReactElement, ReactNode } from 'react'
import { LazyComponent } from './LazyComponent.tsx'
import { loadable } from './loadable.ts'
import { usePopup } from './use-popup.ts'

const popup = loadable(() => import('./PopoverPopup.tsx').then(({ PopoverPopup }) => PopoverPopup))

export interface PopoverProps {
  trigger?: ReactElement
  /**
   * The element next to which a popover without a trigger opens, such as the row for which a shortcut was
   * pressed.
   */
  anchor?: Element | null
  /** Accessible name. */
  label: string
  children: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
  side?: 'top' | 'right' | 'bottom' | 'left'
  align?: 'start' | 'center' | 'end'
  className?: string
  /**
   * Returns the element that gets the focus when a popover without a trigger closes. The default is the
   * previously focused element.
   */
  finalFocus?: (() => HTMLElement | boolean) | undefined
  /** Loads the content in advance. Called when the pointer or the focus comes near the trigger. */
  preload?: () => void
}

/** A small panel next to its trigger. For a list of choices use Picker or Menu. */
export function Popover(props: PopoverProps) {
  const { button, shown, control } = usePopup({
    trigger: props.trigger,
    open: props.open,
    onOpenChange: props.onOpenChange,
    haspopup: 'dialog',
    finalFocus: props.finalFocus,
    preload: () => {
      popup.preload()
      props.preload?.()
    },
  })
  return (
    <>
      {button}
      {shown && <LazyComponent part={popup} props={{ popover: props, control }} />}
    </>
  )
}
