import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { store } from '../../app/sync.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { mayWith } from '../../permissions/may.ts'
import { isTyping, useHotkey } from '../../ui/hotkeys.ts'
import { myId } from '../../users/me.ts'
import { type PickedProperty, picked } from '../properties/registry.ts'
import { clearSelection, isSelectingAtom, selectAllShown, toggleSelected } from '../selection/selected.ts'
import { giveItems } from './change-many.ts'
import { deleteItems } from './delete-many.ts'
import { openPicker } from './open-picker.ts'
import { rowsOf, workAtom } from './send-many.ts'
import { isSubscribed, subscribeItems } from './subscribe-many.ts'
import { itemAtHand, targets } from './targets.ts'

/** Keys that select items, and that act on what is selected or at hand. */
export function ItemKeys() {
  const { t } = useTranslation()
  const group = t('workItems.item')
  useHotkey('x', selectAtHand, { group, description: t('selection.toggle') })
  useHotkey('mod+a', selectAllShown, { group, description: t('selection.allShown') })
  useHotkey('i', assignToMe, { group, description: t('bulk.assignToMe') })
  useHotkey('shift+s', toggleSubscribed, { group, description: t('bulk.toggleSubscribed') })
  useHotkey('mod+backspace', deleteTargets, { group, description: t('workItems.delete') })
  const isSelecting = useAtomValue(isSelectingAtom)
  useHotkey('backspace', deleteTargets, { enabled: isSelecting })
  useHotkey('delete', deleteTargets, { enabled: isSelecting })
  const isBusySelecting = useAtomValue(workAtom)?.doing === 'selecting'
  useEffect(() => {
    if (isSelecting || isBusySelecting) return clearOnEscape()
  }, [isSelecting, isBusySelecting])
  return picked.map((property) => <PickKey key={property.name} property={property} />)
}

/** The key that opens the picker of a property. */
function PickKey({ property: { name, pick } }: { property: PickedProperty }) {
  const { t } = useTranslation()
  const open = () => {
    const { ids, anchor } = targets()
    if (mayWith(rowsOf(ids)).edit) openPicker(name, ids, anchor)
  }
  const property = t(`properties.${name}`).toLocaleLowerCase()
  useHotkey(pick.keys, open, {
    group: t('workItems.item'),
    description: t('bulk.changeProperty', { property }),
  })
  return null
}

function selectAtHand(): void {
  const id = itemAtHand()?.dataset['item']
  if (id !== undefined) toggleSelected(id)
}

function assignToMe(): void {
  const { ids } = targets()
  if (mayWith(rowsOf(ids)).edit) void giveItems(ids, () => ({ assignee_ids: [myId()] }))
}

function toggleSubscribed(): void {
  const { ids } = targets()
  const rows = rowsOf(ids)
  if (rows.length > 0) void subscribeItems(ids, !rows.every(isSubscribed))
}

function deleteTargets(): void {
  const { ids } = targets()
  if (mayWith(rowsOf(ids)).delete) void deleteItems(ids)
}

/** Before anything else hears of the key: the peek beside stays open. What floats above the items closes first. */
function clearOnEscape(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event
    if (event.key !== 'Escape' || isTyping(target)) return
    if (target instanceof Element && target.closest('.float, [role="menu"], [data-modal]') !== null) return
    event.preventDefault()
    event.stopPropagation()
    stopSelecting()
  }
  document.addEventListener('keydown', onKeyDown, true)
  return () => document.removeEventListener('keydown', onKeyDown, true)
}

/** Clears the selection, and ends one that is still being read. */
export function stopSelecting(): void {
  if (store.get(workAtom)?.doing === 'selecting') store.set(workAtom, null)
  clearSelection()
}
