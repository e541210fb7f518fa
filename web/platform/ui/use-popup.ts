import { useRender } from '@base-ui/react/use-render'
import { type KeyboardEvent, type ReactElement, type RefObject, useId, useRef, useState } from 'react'
import { type FinalFocus, useFocusBack } from './focus-back.ts'
import { bufferKeys } from './key-buffer.ts'

interface PopupSettings {
  /** The element that opens the popup. Without it, only `open` controls it. */
  trigger: ReactElement | undefined
  open: boolean | undefined
  onOpenChange: ((open: boolean) => void) | undefined
  haspopup: 'menu' | 'dialog'
  /** Also opens with the arrow keys, as menus and lists do. */
  arrows?: boolean
  /** The popup has an input, so keys that are pressed while it loads are typed there. */
  typing?: boolean
  disabled?: boolean
  /** Element that gets the focus after closing without a trigger; by default to the previous element. */
  finalFocus?: FinalFocus | undefined
  /** More attributes of the trigger. */
  props?: Record<string, unknown>
  preload: () => void
}

/** The props of an open list, menu or popover. */
export interface PopupControl {
  id: string
  open: boolean
  /** Opened by a key, so its first row gets the focus. */
  byKey: boolean
  triggerRef: RefObject<HTMLElement | null>
  onOpenChange: (open: boolean, details: PopupChange) => void
  onOpenChangeComplete: (open: boolean) => void
  /** Closes the popup from inside. */
  close: () => void
  /** Element that gets the focus after closing: to the trigger, unless it has moved already. */
  finalFocus: FinalFocus | undefined
}

/** The part of Base UI's change event that is used here. */
export interface PopupChange {
  reason: string
  event: Event
  cancel: () => void
}

/**
 * A popup whose trigger is a plain button while closed. Each row of a long list can have several, and the code of
 * popups loads when the pointer or the focus comes near, not before the first screen.
 */
export function usePopup(settings: PopupSettings) {
  const [ownOpen, setOwnOpen] = useState(false)
  const [closing, setClosing] = useState(false)
  const triggerRef = useRef<HTMLElement>(null)
  const pressing = useRef(false)
  const byKey = useRef(false)
  const id = useId()
  const open = settings.open ?? ownOpen
  // If the parent closes it, it also animates and restores the focus.
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    setClosing(!open)
  }

  function change(next: boolean) {
    setClosing(!next)
    setOwnOpen(next)
    if (next && settings.typing) bufferKeys()
    settings.onOpenChange?.(next)
  }

  const button = useRender({
    enabled: settings.trigger !== undefined,
    render: settings.trigger,
    ref: triggerRef,
    props: {
      id: `${id}-trigger`,
      'aria-haspopup': settings.haspopup,
      'aria-expanded': open,
      'aria-controls': open ? id : undefined,
      disabled: settings.disabled,
      onPointerEnter: settings.preload,
      onFocus: settings.preload,
      onPointerDown: () => {
        pressing.current = true
      },
      onClick: (event: MouseEvent) => {
        pressing.current = false
        byKey.current = event.detail === 0
        change(!open)
      },
      onKeyDown: (event: KeyboardEvent) => {
        // Keys belong to the popup once it is opening; the page would treat them as shortcuts.
        if (open && isText(event)) return event.preventDefault()
        if (!settings.arrows || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
        event.preventDefault()
        byKey.current = true
        change(true)
      },
      ...settings.props,
    },
  })

  // The trigger closes by its own click. If this handler closed it too, the click would open it again.
  function leavesToTrigger({ reason, event }: PopupChange): boolean {
    if (reason === 'focus-out') return pressing.current
    return (
      reason === 'outside-press' &&
      event.target instanceof Node &&
      triggerRef.current?.contains(event.target) === true
    )
  }

  const target = settings.trigger ? () => triggerRef.current ?? true : settings.finalFocus
  const finalFocus = useFocusBack({
    open,
    float: () => document.getElementById(id),
    target: target ?? (() => true),
  })
  const control: PopupControl = {
    id,
    open,
    byKey: byKey.current,
    triggerRef,
    onOpenChange: (next, details) => {
      // The focus that leaves a closing list would close it again.
      if (next === open) return
      if (!next && leavesToTrigger(details)) details.cancel()
      else change(next)
    },
    close: () => change(false),
    onOpenChangeComplete: (opened) => {
      if (!opened) setClosing(false)
    },
    finalFocus: target && finalFocus,
  }
  return { button, shown: open || closing, control, close: () => change(false) }
}

function isText({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey
}
