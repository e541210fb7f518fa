import { useRender } from '@base-ui/react/use-render'
import {
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useRef,
  useState,
} from 'react'
import { LazyPart } from './LazyPart.tsx'
import { menuPopup } from './load-menu-popup.ts'
import { usePopup } from './use-popup.ts'

export interface ContextMenuProps {
  /** What is right-clicked or long-pressed; it has to take a ref and props. Around a whole list, `items` may depend on `onOpenAt`. */
  children: ReactElement
  /** Its name for screen readers. */
  label: string
  /** The same rows as in a Menu. */
  items: ReactNode
  /** What was pressed, before the menu shows: a list finds its row from it, and answers false where there is none. */
  onOpenAt?: (target: Element) => boolean
  /** Something else begins where a finger rests, and opens the menu by an event of its own. */
  withoutLongPress?: boolean
  /** Where focus goes afterwards; to where it was when not given. */
  finalFocus?: () => HTMLElement | boolean
  onOpenChange?: (open: boolean) => void
}

const longPress = 500

/** The actions of a thing under the pointer. Each has to be reachable without it too: from a Menu, a key or the palette. */
export function ContextMenu({
  children,
  label,
  items,
  onOpenAt,
  withoutLongPress,
  finalFocus,
  onOpenChange,
}: ContextMenuProps) {
  const [open, setOpen] = useState(false)
  const point = useRef(new DOMRect())
  const holding = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { shown, control } = usePopup({
    trigger: undefined,
    open,
    onOpenChange: (next) => {
      setOpen(next)
      onOpenChange?.(next)
    },
    haspopup: 'menu',
    finalFocus,
    preload: menuPopup.preload,
  })

  /** Whether there is a menu for what was pressed. */
  function openAt(target: EventTarget, x: number, y: number): boolean {
    if (target instanceof Element && onOpenAt?.(target) === false) return false
    point.current = new DOMRect(x, y, 0, 0)
    setOpen(true)
    onOpenChange?.(true)
    return true
  }

  const release = () => clearTimeout(holding.current)
  const area = useRender({
    render: children,
    props: {
      onContextMenu: (event: MouseEvent) => {
        release()
        if (openAt(event.target, event.clientX, event.clientY)) event.preventDefault()
      },
      // iOS tells nothing of a long press.
      onPointerDown: (event: PointerEvent) => {
        const { target, clientX, clientY } = event
        if (event.pointerType !== 'touch') return menuPopup.preload()
        if (withoutLongPress) return
        holding.current = setTimeout(() => openAt(target, clientX, clientY), longPress)
      },
      onPointerMove: release,
      onPointerUp: release,
      onPointerCancel: release,
    },
  })

  return (
    <>
      {area}
      {shown && (
        <LazyPart
          part={menuPopup}
          props={{
            children: items,
            control,
            label,
            anchor: { getBoundingClientRect: () => point.current },
          }}
        />
      )}
    </>
  )
}
