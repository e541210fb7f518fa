import { type ReactNode, type RefObject, useState } from 'react'
import { LazyComponent } from './LazyComponent.tsx'
import { loadable } from './loadable.ts'

const drawer = loadable(() => import('./SheetContent.tsx').then(({ SheetContent }) => SheetContent))

/** Loads the panel in advance. */
export const preloadSheet = drawer.preload

export interface SheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Accessible name of the panel. */
  label: string
  /** A bar at the top that does not scroll: breadcrumbs, actions and close button. */
  header?: ReactNode
  children: ReactNode
  footer?: ReactNode
  /**
   * If true, the panel traps the focus and covers the page on desktop too. Otherwise the list next to the panel stays
   * usable.
   */
  modal?: boolean
  side?: 'right' | 'left'
  /** Keeps the panel inside this element on desktop. The element must be positioned and clip its content. */
  within?: RefObject<HTMLElement | null>
  /**
   * Sets the width on desktop. The default is the width of the side panel that shows an item next to its
   * list.
   */
  className?: string
  initialFocus?: RefObject<HTMLElement | null> | false
  /**
   * Returns the element that gets the focus when the panel closes, if the focus was in the panel. The default
   * is the previously focused element.
   */
  finalFocus?: () => HTMLElement | boolean
}

/**
 * A side panel to inspect something without leaving the list. On phones it covers the screen and can be
 * swiped away.
 */
export function Sheet(props: SheetProps) {
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  if (!wanted) return null
  return <LazyComponent part={drawer} props={props} />
}
