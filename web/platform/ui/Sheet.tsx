import { type ReactNode, type RefObject, useState } from 'react'
import { LazyPart } from './LazyPart.tsx'
import { loadable } from './loadable.ts'

const drawer = loadable(() => import('./SheetDrawer.tsx').then(({ SheetDrawer }) => SheetDrawer))

/** Fetches the panel before anybody opens one. */
export const preloadSheet = drawer.preload

export interface SheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Its name for screen readers; what it shows it says itself. */
  label: string
  /** The bar at the top: where one is, actions, the close button. It stays while the rest scrolls. */
  header?: ReactNode
  children: ReactNode
  footer?: ReactNode
  /** Keeps focus and covers the page on desktop too; without it the list beside stays usable. */
  modal?: boolean
  side?: 'right' | 'left'
  /** On desktop it stays within this element, which has to be positioned and clip: the sheet that a list lies on. */
  within?: RefObject<HTMLElement | null>
  /** Width on desktop; the peek's when not given. */
  className?: string
  initialFocus?: RefObject<HTMLElement | null> | false
  /** Where focus goes when it closes with the focus in it; to where it was when not given. */
  finalFocus?: () => HTMLElement | boolean
}

/** A panel at the side for looking into something without leaving the list. On phones it covers the screen and is swiped away. */
export function Sheet(props: SheetProps) {
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  if (!wanted) return null
  return <LazyPart part={drawer} props={props} />
}
