import type { ReactElement, ReactNode } from 'react'
import { LazyPart } from './LazyPart.tsx'
import { loadable } from './loadable.ts'
import { usePopup } from './use-popup.ts'

const popup = loadable(() => import('./PopoverPopup.tsx').then(({ PopoverPopup }) => PopoverPopup))

export interface PopoverProps {
  trigger?: ReactElement
  /** Where it appears when there is no trigger: the row or card that a shortcut acts on. */
  anchor?: Element | null
  /** Its name for screen readers. */
  label: string
  children: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
  side?: 'top' | 'right' | 'bottom' | 'left'
  align?: 'start' | 'center' | 'end'
  className?: string
  /** Where focus goes when a surface without a trigger closes; to where it was when not given. */
  finalFocus?: (() => HTMLElement | boolean) | undefined
  /** Fetches what is inside, when a pointer or focus comes near. */
  preload?: () => void
}

/** A small surface of its own beside what opened it. For a list to choose from, take Picker or Menu. */
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
      {shown && <LazyPart part={popup} props={{ popover: props, control }} />}
    </>
  )
}
