import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useTranslation } from '../../../locales/i18n.ts'
import { store } from '../../../platform/app/sync.ts'
import { isTextEntryTarget, useHotkey } from '../../../platform/ui/hotkeys.ts'
import { pressedKey } from '../../../platform/ui/pressed-key.ts'
import { peekedItemIdAtom } from '../peeked.ts'
import {
  clearSelection,
  isSelectingAtom,
  selectAllShownItems,
  toggleSelected,
} from '../selection/selected.ts'
import { deleteSelectedItems, ItemActionShortcuts } from './ItemActionShortcuts.tsx'
import { ItemNavigationShortcuts } from './ItemNavigationShortcuts.tsx'
import { bulkProgressAtom } from './send-many.ts'
import { currentActionTargets, focusedOrHoveredItem, getFocusedItem } from './targets.ts'

interface ItemKeysProps {
  /** Shows another item in the open side panel. */
  onStep: (id: string) => void
}

/** Shortcuts that navigate between items, select them, and act on the selection or the focused item. */
export function ListItemShortcuts({ onStep }: ItemKeysProps) {
  const { t } = useTranslation()
  const group = t('workItems.item')
  useHotkey('x', toggleCurrentItem, { group, description: t('selection.toggle') })
  useHotkey('mod+a', selectAllShownItems, { group, description: t('selection.allShown') })
  const isSelecting = useAtomValue(isSelectingAtom)
  useHotkey('backspace', () => deleteSelectedItems(currentActionTargets()), { enabled: isSelecting })
  useHotkey('delete', () => deleteSelectedItems(currentActionTargets()), { enabled: isSelecting })
  const isBusySelecting = useAtomValue(bulkProgressAtom)?.doing === 'selecting'
  useEffect(() => {
    if (isSelecting || isBusySelecting) return clearOnEscape()
  }, [isSelecting, isBusySelecting])
  const peeked = useAtomValue(peekedItemIdAtom)
  return (
    <>
      <ItemNavigationShortcuts peeked={peeked} onStep={onStep} />
      <ItemActionShortcuts targets={currentActionTargets} />
    </>
  )
}

function toggleCurrentItem(): void {
  const id =
    getFocusedItem()?.dataset['item'] ??
    store.get(peekedItemIdAtom) ??
    focusedOrHoveredItem()?.dataset['item']
  if (id !== undefined) toggleSelected(id)
}

/**
 * Clears the selection when the user presses Escape, unless a menu or dialog handles the key. The listener
 * uses the capture phase and stops the event, so that the side panel does not close too. Returns a function
 * that removes the listener.
 */
function clearOnEscape(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event
    if (pressedKey(event) !== 'Escape' || isTextEntryTarget(target)) return
    if (target instanceof Element && target.closest('.float, [role="menu"], [data-modal]') !== null) return
    event.preventDefault()
    event.stopPropagation()
    clearSelectionAndStopSelecting()
  }
  document.addEventListener('keydown', onKeyDown, true)
  return () => document.removeEventListener('keydown', onKeyDown, true)
}

/** Clears the selection and stops a running "select all". */
export function clearSelectionAndStopSelecting(): void {
  if (store.get(bulkProgressAtom)?.doing === 'selecting') store.set(bulkProgressAtom, null)
  clearSelection()
}
