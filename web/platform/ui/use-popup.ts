import { useRender } from '@base-ui/react/use-render'
import { type KeyboardEvent, type ReactElement, type RefObject, useId, useRef, useState } from 'react'
import { bufferKeysUntilFocus } from './buffer-keys-until-focus.ts'
import { type GetFinalFocus, useRestoreFocus } from './focus-back.ts'

interface PopupSettings {
  /** The element that opens the popup. Without a trigger, only `open` controls the popup. */
  trigger: ReactElement | undefined
  open: boolean | undefined
  onOpenChange: ((open: boolean) => void) | undefined
  haspopup: 'menu' | 'dialog'
  /** If true, arrow keys also open the popup, as usual for menus and lists. */
  arrows?: boolean
  /**
   * True if the popup has an input. Keys that are pressed while the popup loads are typed into that input.
   */
  typing?: boolean
  disabled?: boolean
  /**
   * Returns the element that gets the focus after a popup without a trigger closes. The default is the
   * previously focused element.
   */
  finalFocus?: GetFinalFocus | undefined
  /** Additional attributes of the trigger. */
  props?: Record<string, unknown>
  preload: () => void
}

/** The props of an open list, menu or popover. */
export interface PopupControl {
  id: string
  open: boolean
  /** True if a key opened the popup, so that its first row gets the focus. */
  byKey: boolean
  triggerRef: RefObject<HTMLElement | null>
  onOpenChange: (open: boolean, details: PopupChangeEventDetails) => void
  onOpenChangeComplete: (open: boolean) => void
  /** Closes the popup from inside the popup. */
  close: () => void
  /**
   * Returns the element that gets the focus after closing: the trigger. Returns false if the focus has
   * already moved elsewhere.
   */
  finalFocus: GetFinalFocus | undefined
}

/** The part of Base UI's change event that is used here. */
export interface PopupChangeEventDetails {
  reason: string
  event: Event
  cancel: () => void
}

/**
 * Returns the trigger and the state of a popup. The trigger is a plain button while the popup is closed,
 * because each row of a long list can have several popups. The code of a popup loads when the trigger is
 * hovered or focused.
 */
export function usePopup(settings: PopupSettings) {
  const [ownOpen, setOwnOpen] = useState(false)
  const [closing, setClosing] = useState(false)
  const triggerRef = useRef<HTMLElement>(null)
  const pressing = useRef(false)
  // A popup with a trigger that opens without a press on the trigger was opened by a shortcut.
  const byShortcut = settings.trigger !== undefined
  const byKey = useRef(byShortcut)
  const id = useId()
  const open = settings.open ?? ownOpen
  // If the parent closes the popup by setting `open` to false, the popup also plays the closing animation and
  // restores the focus.
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    setClosing(!open)
  }

  function change(next: boolean) {
    setClosing(!next)
    setOwnOpen(next)
    if (next && settings.typing) bufferKeysUntilFocus()
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
        // Once the popup starts to open, prevent the page from treating typed keys as shortcuts.
        if (open && isText(event)) return event.preventDefault()
        if (!settings.arrows || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
        event.preventDefault()
        byKey.current = true
        change(true)
      },
      ...settings.props,
    },
  })

  // Returns true if the popup was about to close because the user pressed its trigger. The click on the
  // trigger closes the popup. If the popup closed before that click, the click would open it again.
  function leavesToTrigger({ reason, event }: PopupChangeEventDetails): boolean {
    if (reason === 'focus-out') return pressing.current
    return (
      reason === 'outside-press' &&
      event.target instanceof Node &&
      triggerRef.current?.contains(event.target) === true
    )
  }

  const target = settings.trigger ? () => triggerRef.current ?? true : settings.finalFocus
  const finalFocus = useRestoreFocus({
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
      // While a list closes, the focus moves, and Base UI then requests to close the list a second time. This
      // request is ignored.
      if (next === open) return
      if (!next && leavesToTrigger(details)) details.cancel()
      else change(next)
    },
    close: () => change(false),
    onOpenChangeComplete: (opened) => {
      if (opened) return
      setClosing(false)
      byKey.current = byShortcut
    },
    finalFocus: target && finalFocus,
  }
  return { button, shown: open || closing, control, close: () => change(false) }
}

function isText({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey
}
