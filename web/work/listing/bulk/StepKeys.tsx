import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useTranslation } from '../../../locales/i18n.ts'
import { isFloatOpen } from '../../../platform/ui/floats.ts'
import { isTyping, useHotkey } from '../../../platform/ui/hotkeys.ts'
import { peekElement } from '../peeked.ts'
import { useNoteAtHand } from '../selection/at-hand.ts'
import { focusShownAt, nearestTo, shownIds } from '../selection/order.ts'
import { itemInFocus } from './targets.ts'

interface StepKeysProps {
  /** The item in the peek. */
  peeked: string | null
  /** Shows another one there in place of it. */
  onStep: (id: string) => void
}

/**
 * Keys that go from item to item in the order of the screen, the same in every layout: j and k from wherever nobody types, arrows from the
 * peek and from where nothing has the focus. What is shown in the peek goes along with the focus of the list.
 */
export function StepKeys({ peeked, onStep }: StepKeysProps) {
  const { t } = useTranslation()
  const group = t('workItems.item')
  useNoteAtHand()
  // What was asked for and is not shown yet: of quick presses each goes on from the one before.
  const aimed = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (peeked === null || peeked === aimed.current) aimed.current = null
  }, [peeked])
  const show = (id: string) => {
    aimed.current = id
    onStep(id)
  }
  const step = (by: 1 | -1) => goOn(by, peeked && (aimed.current ?? peeked), show)
  useHotkey('j', () => step(1), { group, description: t('workItems.nextItem') })
  useHotkey('k', () => step(-1), { group, description: t('workItems.previousItem') })
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const by = directions[event.key]
    if (by === undefined || !isFree(event)) return
    event.preventDefault()
    step(by)
  })
  const onFocusIn = useEffectEvent(({ target }: FocusEvent) => {
    if (peeked === null || !(target instanceof HTMLElement)) return
    const id = target.closest<HTMLElement>('[data-item]')?.dataset['item']
    // By keys: a press of the pointer has a meaning of its own.
    if (id !== undefined && id !== peeked && target.matches(':focus-visible')) show(id)
  })
  useLayoutEffect(() => {
    // On its way down: a panel keeps arrows to itself.
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

/** Where one was last: an item may stand in two places. */
let lastAt = 0

function goOn(by: 1 | -1, peeked: string | null, onStep: (id: string) => void): void {
  const ids = shownIds()
  if (ids.length === 0) return
  const inPeek = isInPeek()
  const item = itemInFocus()?.dataset['item']
  const current = inPeek ? peeked : (item ?? peeked)
  const at = nearestTo(ids, current, lastAt)
  const next = at === -1 ? 0 : at + by
  const id = ids[next]
  if (id === undefined) return
  lastAt = next
  if (inPeek || (peeked !== null && item === undefined)) onStep(id)
  else focusShownAt(next)
}

function isInPeek(): boolean {
  return peekElement()?.contains(document.activeElement) === true
}

/** Whether nothing else has a use for an arrow. */
function isFree(event: KeyboardEvent): boolean {
  const { target } = event
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false
  if (isFloatOpen() || document.querySelector('[data-modal][data-open]') !== null) return false
  if (target === document.body || (target instanceof Element && target.id === 'main')) return true
  if (!(target instanceof Element) || isTyping(target) || !isInPeek()) return false
  return target.closest('[aria-haspopup], [role="toolbar"], [role="menu"], [role="listbox"]') === null
}
