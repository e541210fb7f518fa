import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { isBehindDialog } from './focus-back.ts'
import { Kbd } from './Kbd.tsx'
import { pressedKey } from './pressed-key.ts'
import { type ShownTooltip, tooltipStore } from './tooltip-store.ts'

/** Renders the current tooltip. Render it once, inside UiProvider. */
export function TooltipLayer() {
  const shown = useSyncExternalStore(tooltipStore.subscribe, tooltipStore.current)
  return shown && createPortal(<Popup {...shown} />, document.body)
}

const gap = 6
const edge = 8

function Popup({ element, label, keys, side = 'bottom' }: ShownTooltip) {
  const popup = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    if (popup.current) place(popup.current, element, side)
  }, [element, side])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => pressedKey(event) === 'Escape' && tooltipStore.hide()
    // An element can disappear under the pointer without a leave event, so every movement of the pointer is checked.
    const onPointerMove = (event: globalThis.PointerEvent) => {
      if (
        event.target instanceof Node &&
        !element.contains(event.target) &&
        !element.matches(':focus-visible')
      ) {
        tooltipStore.hide()
      }
    }
    // A dialog that opens over the element takes the focus.
    const onFocusIn = () => isBehindDialog(element) && tooltipStore.hide()
    // An element can disappear while the pointer rests, for example when another user deletes a block.
    const removals = new MutationObserver(() => element.isConnected || tooltipStore.hide())
    removals.observe(document.body, { childList: true, subtree: true })
    addEventListener('keydown', onKeyDown, true)
    addEventListener('focusin', onFocusIn)
    addEventListener('pointermove', onPointerMove)
    addEventListener('scroll', tooltipStore.hide, true)
    return () => {
      removals.disconnect()
      removeEventListener('keydown', onKeyDown, true)
      removeEventListener('focusin', onFocusIn)
      removeEventListener('pointermove', onPointerMove)
      removeEventListener('scroll', tooltipStore.hide, true)
    }
  }, [element])

  return (
    <div
      ref={popup}
      role="tooltip"
      className="pointer-events-none fixed top-0 left-0 z-tooltip flex max-w-72 animate-[ui-appear_var(--fast)_var(--ease)] items-center gap-2 rounded-sm bg-text px-2 py-1 text-sm font-medium text-sheet"
    >
      {label}
      {keys && <Kbd keys={keys} quiet />}
    </div>
  )
}

/**
 * Places the tooltip on the given side of the element, or on the opposite side if there is no room. The tooltip always
 * stays inside the window.
 */
function place(popup: HTMLElement, element: Element, side: 'top' | 'right' | 'bottom' | 'left'): void {
  const at = element.getBoundingClientRect()
  const { width, height } = popup.getBoundingClientRect()
  const upright = side === 'top' || side === 'bottom'
  const before = upright ? at.top - gap - height : at.left - gap - width
  const after = upright ? at.bottom + gap : at.right + gap
  const room = upright ? innerHeight - height : innerWidth - width
  const wantsAfter = side === 'bottom' || side === 'right'
  const mainOffset = (wantsAfter && after <= room - edge) || before < edge ? after : before
  const crossOffset = upright ? at.left + (at.width - width) / 2 : at.top + (at.height - height) / 2
  const x = clamp(upright ? crossOffset : mainOffset, innerWidth - width)
  const y = clamp(upright ? mainOffset : crossOffset, innerHeight - height)
  popup.style.translate = `${Math.round(x)}px ${Math.round(y)}px`
}

function clamp(value: number, room: number): number {
  return Math.max(edge, Math.min(value, room - edge))
}
