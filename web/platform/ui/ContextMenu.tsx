import { useRender } from '@base-ui/react/use-render'
import {
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useRef,
  useState,
} from 'react'
import { LazyComponent } from './LazyComponent.tsx'
import { lazyMenuPopup } from './lazy-menu-popup.ts'
import { usePopup } from './use-popup.ts'

export interface ContextMenuProps {
  /**
   * The element that is right-clicked or long-pressed. It must accept a ref and props. If the element is a
   * whole list, `onOpenAt` can select the row for which `items` are shown.
   */
  children: ReactElement
  /** Accessible name of the menu. */
  label: string
  /** The rows of the menu, as in a Menu. */
  items: ReactNode
  /**
   * Called with the pressed element before the menu opens, so that a list can find the pressed row. Returns
   * false if the element has no menu.
   */
  onOpenAt?: (target: Element) => boolean
  /**
   * If true, a long press does not open the menu. Set it if a long press starts something else, such as a drag. The
   * code of the drag can then open the menu by dispatching a `contextmenu` event.
   */
  withoutLongPress?: boolean
  /** Returns the element that gets the focus after closing. The default is the previously focused element. */
  finalFocus?: () => HTMLElement | boolean
  onOpenChange?: (open: boolean) => void
}

const longPress = 500

/** A context menu. Each action must also be available elsewhere: in a Menu, by a key or in the palette. */
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
    preload: lazyMenuPopup.preload,
  })

  /** Opens the menu. Returns false if the pressed element has no menu. */
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
      // iOS sends no `contextmenu` event on a long press, so the press is detected here.
      onPointerDown: (event: PointerEvent) => {
        const { target, clientX, clientY } = event
        if (event.pointerType !== 'touch') return lazyMenuPopup.preload()
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
        <LazyComponent
          part={lazyMenuPopup}
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
