import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useTranslation } from '../../../locales/i18n.ts'
import { isAnyPopupOpen } from '../../../platform/ui/floats.ts'
import { isTextEntryTarget, useHotkey } from '../../../platform/ui/hotkeys.ts'
import { peekElement } from '../peeked.ts'
import { useTrackCurrentItem } from '../selection/current-item.ts'
import { findNearestIndex, focusShownItemAt, getShownItemIds } from '../selection/order.ts'
import { getFocusedItem } from './targets.ts'

interface StepKeysProps {
  /** Id of the item in the side panel. */
  peeked: string | null
  /** Shows another item in the side panel. */
  onStep: (id: string) => void
}

/**
 * Keys that navigate between items in display order, in every layout. `j` and `k` work wherever the user is
 * not typing. Arrow keys work in the side panel and while nothing has the focus. The side panel follows the
 * focus of the list.
 */
export function ItemNavigationShortcuts({ peeked, onStep }: StepKeysProps) {
  const { t } = useTranslation()
  const group = t('workItems.item')
  useTrackCurrentItem()
  // The id of the item that was requested but is not shown yet, so that quick key presses continue from that
  // item.
  const requestedId = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (peeked === null || peeked === requestedId.current) requestedId.current = null
  }, [peeked])
  const show = (id: string) => {
    requestedId.current = id
    onStep(id)
  }
  const step = (by: 1 | -1) => stepFocus(by, peeked && (requestedId.current ?? peeked), show)
  useHotkey('j', () => step(1), { group, description: t('workItems.nextItem') })
  useHotkey('k', () => step(-1), { group, description: t('workItems.previousItem') })
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const by = directions[event.key]
    if (by === undefined || !isUnhandled(event)) return
    event.preventDefault()
    step(by)
  })
  const onFocusIn = useEffectEvent(({ target }: FocusEvent) => {
    if (peeked === null || !(target instanceof HTMLElement)) return
    const id = target.closest<HTMLElement>('[data-item]')?.dataset['item']
    // The side panel follows only the keyboard focus, because clicks on items have their own handler.
    if (id !== undefined && id !== peeked && target.matches(':focus-visible')) show(id)
  })
  useLayoutEffect(() => {
    // The listener uses the capture phase, because a panel stops arrow keys from bubbling.
    document.addEventListener('keydown', onKeyDown, true)
    document.addEventListener('focusin', onFocusIn)
    return () => {
      document.removeEventListener('keydown', onKeyDown, true)
      document.removeEventListener('focusin', onFocusIn)
    }
  }, [])
  return null
}

const directions: Record<string, 1 | -1 | undefined> = { ArrowDown: 1, ArrowUp: -1 }

/** The index of the last focused item. The index is needed because an item can be in the list twice. */
let lastIndex = 0

function stepFocus(by: 1 | -1, peeked: string | null, onStep: (id: string) => void): void {
  const ids = getShownItemIds()
  if (ids.length === 0) return
  const inPeek = isInPeek()
  const item = getFocusedItem()?.dataset['item']
  const current = inPeek ? peeked : (item ?? peeked)
  const at = findNearestIndex(ids, current, lastIndex)
  const next = at === -1 ? 0 : at + by
  const id = ids[next]
  if (id === undefined) return
  lastIndex = next
  if (inPeek || (peeked !== null && item === undefined)) onStep(id)
  else focusShownItemAt(next)
}

function isInPeek(): boolean {
  return peekElement()?.contains(document.activeElement) === true
}

/**
 * Returns true if an arrow key without modifiers is pressed in the side panel or while nothing has the focus,
 * and no popup, dialog or other control handles it.
 */
function isUnhandled(event: KeyboardEvent): boolean {
  const { target } = event
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false
  if (isAnyPopupOpen() || document.querySelector('[data-modal][data-open]') !== null) return false
  if (target === document.body || (target instanceof Element && target.id === 'main')) return true
  if (!(target instanceof Element) || isTextEntryTarget(target) || !isInPeek()) return false
  return target.closest('[aria-haspopup], [role="toolbar"], [role="menu"], [role="listbox"]') === null
}
