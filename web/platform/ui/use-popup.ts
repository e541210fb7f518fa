import { useRender } from '@base-ui/react/use-render'
import { type KeyboardEvent, type ReactElement, type RefObject, useId, useRef, useState } from 'react'
import { holdKeys } from './early-keys.ts'
import { type FinalFocus, useFocusBack } from './focus-back.ts'

interface PopupSettings {
  /** What opens it; a popup without one is opened by its `open` alone. */
  trigger: ReactElement | undefined
  open: boolean | undefined
  onOpenChange: ((open: boolean) => void) | undefined
  haspopup: 'menu' | 'dialog'
  /** Opens with the arrow keys too, as menus and lists do. */
  arrows?: boolean
  /** It has a field that takes the focus, so what is pressed while it is on its way is typed there. */
  typing?: boolean
  disabled?: boolean
  /** Where focus goes afterwards, for a popup without a trigger; to where it was when not given. */
  finalFocus?: FinalFocus | undefined
  /** Further attributes of the trigger. */
  props?: Record<string, unknown>
  preload: () => void
}

/** What an open popup is given; the same for a list, a menu and a surface. */
export interface PopupControl {
  id: string
  open: boolean
  /** It was opened by a key, so its first row takes focus. */
  byKey: boolean
  triggerRef: RefObject<HTMLElement | null>
  onOpenChange: (open: boolean, details: PopupChange) => void
  onOpenChangeComplete: (open: boolean) => void
  /** Closes it from within. */
  close: () => void
  /** Where focus goes when it is gone: to the trigger, unless it has moved on by itself. */
  finalFocus: FinalFocus | undefined
}

/** What Base UI tells of a change, as far as it matters here. */
export interface PopupChange {
  reason: string
  event: Event
  cancel: () => void
}

/**
 * A trigger that costs nothing more than a button while its popup is closed, so that each row of a long list can have several, and
 * that the code of popups loads when a pointer or focus comes near instead of before the first screen.
 */
export function usePopup(settings: PopupSettings) {
  const [ownOpen, setOwnOpen] = useState(false)
  const [closing, setClosing] = useState(false)
  const triggerRef = useRef<HTMLElement>(null)
  const pressing = useRef(false)
  const byKey = useRef(false)
  const id = useId()
  const open = settings.open ?? ownOpen
  // Closed by whoever holds `open`, it leaves as it does by itself, and gives the focus back.
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    setClosing(!open)
  }

  function change(next: boolean) {
    setClosing(!next)
    setOwnOpen(next)
    if (next && settings.typing) holdKeys()
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
        // Keys are the popup's from when it is opened on; to the page they would be shortcuts.
        if (open && isText(event)) return event.preventDefault()
        if (!settings.arrows || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
        event.preventDefault()
        byKey.current = true
        change(true)
      },
      ...settings.props,
    },
  })

  // The trigger closes by its own click; closing here as well would let that click open the popup again.
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
      // The focus that leaves a list which is closing would close it once more.
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
