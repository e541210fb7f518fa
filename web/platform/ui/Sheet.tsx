import { type ReactNode, type RefObject, useState } from 'react'
import { LazyPart } from './LazyPart.tsx'
import { loadable } from './loadable.ts'

const drawer = loadable(() => import('./SheetDrawer.tsx').then(({ SheetDrawer }) => SheetDrawer))

/** Loads the panel in advance. */
export const preloadSheet = drawer.preload

export interface SheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Accessible name of the panel. */
  label: string
  /** Fixed bar at the top: breadcrumbs, actions, close button. */
  header?: ReactNode
  children: ReactNode
  footer?: ReactNode
  /** Traps the focus and covers the page on desktop too. Otherwise the list next to it stays usable. */
  modal?: boolean
  side?: 'right' | 'left'
  /** Keeps the panel within this element on desktop. The element must be positioned and clip its content. */
  within?: RefObject<HTMLElement | null>
  /** Width on desktop; by default that of the peek. */
  className?: string
  initialFocus?: RefObject<HTMLElement | null> | false
  /** Element that gets the focus if it was in the panel on close; by default to the previous element. */
  finalFocus?: () => HTMLElement | boolean
}

/**
 * A side panel to inspect something without leaving the list. On phones it covers the screen and can be swiped away.
 */
export function Sheet(props: SheetProps) {
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  if (!wanted) return null
  return <LazyPart part={drawer} props={props} />
}
