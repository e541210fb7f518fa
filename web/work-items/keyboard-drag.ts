import { useSetAtom } from 'jotai'
import { type KeyboardEvent, useState } from 'react'
import type { Groups } from '#common/listing/arrange.ts'
import { t } from '../locales/i18n.ts'
import { tables } from '../sync/tables.ts'
import { announce } from '../ui/announce.ts'
import type { DropPlace } from './drag.ts'
import { focusNextAtom } from './focus-next.ts'

interface KeyboardDrag {
  groups: Groups
  /** Group keys from left to right. */
  order: readonly string[]
  onOpen: (id: string) => void
  onLift: (id: string | null) => void
  onDrop: (id: string, place: DropPlace) => void
}

/**
 * A board without a mouse: arrows go from card to card, Space lifts one, arrows then choose its place, Space or Enter drops
 * it and Escape puts it back. Each step is told to screen readers.
 */
export function useKeyboardDrag({ groups, order, onOpen, onLift, onDrop }: KeyboardDrag) {
  const [lift, setLift] = useState<{ id: string; place: DropPlace } | null>(null)
  const setFocusNext = useSetAtom(focusNextAtom)

  function onKeyDown(event: KeyboardEvent): void {
    if (!(event.target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return
    const id = event.target.dataset['card']
    if (id === undefined) return
    const handled = lift === null ? whileWalking(event, id) : whileLifted(event, lift)
    if (!handled) return
    event.preventDefault()
    event.stopPropagation()
  }

  function whileWalking(event: KeyboardEvent, id: string): boolean {
    if (event.key === 'Enter') onOpen(id)
    else if (event.key === ' ') begin(id)
    else if (event.key.startsWith('Arrow')) focusFrom(id, event.key)
    else return false
    return true
  }

  function whileLifted(event: KeyboardEvent, { id, place }: { id: string; place: DropPlace }): boolean {
    if (event.key === 'Escape') {
      end()
      announce(t('workItems.dragCancelled', { name: nameOf(id) }))
    } else if (event.key === ' ' || event.key === 'Enter') {
      end()
      onDrop(id, place)
      // After the listing has taken the card to its new place, or the old element would take the focus.
      queueMicrotask(() => setFocusNext(id))
      announce(t('workItems.dragDropped', { name: nameOf(id), ...position(place, id) }))
    } else if (event.key.startsWith('Arrow')) {
      const next = shifted(place, id, event.key)
      setLift({ id, place: next })
      announce(t('workItems.dragMoved', position(next, id)))
    } else if (event.key !== 'Tab') return false
    return true
  }

  function begin(id: string): void {
    const group = groupHolding(id)
    if (group === null) return
    const ids = groups[group]?.ids ?? []
    setLift({ id, place: { group, before: ids[ids.indexOf(id) + 1] ?? null } })
    onLift(id)
    announce(t('workItems.dragLifted', { name: nameOf(id) }))
  }

  function end(): void {
    setLift(null)
    onLift(null)
  }

  /** Ids of a group as they would stand without the lifted card. */
  function rest(group: string, id: string): string[] {
    return (groups[group]?.ids ?? []).filter((other) => other !== id)
  }

  function shifted({ group, before }: DropPlace, id: string, key: string): DropPlace {
    const ids = rest(group, id)
    const at = before === null ? ids.length : ids.indexOf(before)
    if (key === 'ArrowUp') return { group, before: ids[Math.max(0, at - 1)] ?? null }
    if (key === 'ArrowDown') return { group, before: ids[at + 1] ?? null }
    const next = order[order.indexOf(group) + (key === 'ArrowRight' ? 1 : -1)]
    if (next === undefined) return { group, before }
    return { group: next, before: rest(next, id)[at] ?? null }
  }

  function position({ group, before }: DropPlace, id: string) {
    const ids = rest(group, id)
    const at = before === null ? ids.length : ids.indexOf(before)
    return { group: tables.states.get(group)?.name ?? '', position: at + 1, count: ids.length + 1 }
  }

  function groupHolding(id: string): string | null {
    return order.find((group) => groups[group]?.ids.includes(id)) ?? null
  }

  function focusFrom(id: string, key: string): void {
    const group = groupHolding(id)
    if (group === null) return
    const ids = groups[group]?.ids ?? []
    const at = ids.indexOf(id)
    if (key === 'ArrowUp' || key === 'ArrowDown') {
      focus(ids[at + (key === 'ArrowDown' ? 1 : -1)])
      return
    }
    const step = key === 'ArrowRight' ? 1 : -1
    for (let next = order.indexOf(group) + step; next >= 0 && next < order.length; next += step) {
      const others = groups[order[next] ?? '']?.ids ?? []
      if (others.length === 0) continue
      focus(others[Math.min(at, others.length - 1)])
      return
    }
  }

  return { onKeyDown, lifted: lift?.id ?? null, landing: lift?.place ?? null }
}

function focus(id: string | undefined): void {
  const card = id === undefined ? null : document.querySelector<HTMLElement>(`[data-card="${id}"]`)
  card?.focus()
  card?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

function nameOf(id: string): string {
  return tables.work_items.get(id)?.name ?? ''
}
