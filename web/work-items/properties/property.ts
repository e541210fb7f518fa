import type { ReactElement } from 'react'

/** How every property's picker is opened: by its trigger, or from outside at an anchor, as shortcuts do. */
export interface PropertyControl {
  trigger?: ReactElement
  anchor?: Element | null
  open?: boolean
  onOpenChange?: (open: boolean) => void
  finalFocus?: () => HTMLElement | boolean
  disabled?: boolean
  /** The letter that opened it. */
  typed?: string
  align?: 'start' | 'center' | 'end'
}
