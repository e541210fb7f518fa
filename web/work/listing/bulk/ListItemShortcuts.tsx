import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useTranslation } from '../../../locales/i18n.ts'
import { store } from '../../../platform/app/sync.ts'
import { isTyping, useHotkey } from '../../../platform/ui/hotkeys.ts'
import { pressedKey } from '../../../platform/ui/pressed-key.ts'
import { peekedAtom } from '../peeked.ts'
import { clearSelection, isSelectingAtom, selectAllShown, toggleSelected } from '../selection/selected.ts'
import { deleteSelectedItems, ItemActionShortcuts } from './ItemActionShortcuts.tsx'
import { PeekStepShortcuts } from './PeekStepShortcuts.tsx'
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
  useHotkey('mod+a', selectAllShown, { group, description: t('selection.allShown') })
  const isSelecting = useAtomValue(isSelectingAtom)
  useHotkey('backspace', () => deleteSelectedItems(currentActionTargets()), { enabled: isSelecting })
  useHotkey('delete', () => deleteSelectedItems(currentActionTargets()), { enabled: isSelecting })
  const isBusySelecting = useAtomValue(bulkProgressAtom)?.doing === 'selecting'
  useEffect(() => {
    if (isSelecting || isBusySelecting) return clearOnEscape()
  }, [isSelecting, isBusySelecting])
  const peeked = useAtomValue(peekedAtom)
  return (
    <>
      <PeekStepShortcuts peeked={peeked} onStep={onStep} />
      <ItemActionShortcuts targets={currentActionTargets} />
    </>
  )
}

function toggleCurrentItem(): void {
  const id =
    getFocusedItem()?.dataset['item'] ?? store.get(peekedAtom) ?? focusedOrHoveredItem()?.dataset['item']
  if (id !== undefined) toggleSelected(id)
}

/**
 * Handles Escape in the capture phase, so that the side panel beside the list stays open. Open menus and
 * dialogs close first.
 */
function clearOnEscape(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event
    if (pressedKey(event) !== 'Escape' || isTyping(target)) return
    if (target instanceof Element && target.closest('.float, [role="menu"], [data-modal]') !== null) return
    event.preventDefault()
    event.stopPropagation()
    clearSelectionAndStop()
  }
  document.addEventListener('keydown', onKeyDown, true)
  return () => document.removeEventListener('keydown', onKeyDown, true)
}

/** Clears the selection and stops a running "select all". */
export function clearSelectionAndStop(): void {
  if (store.get(bulkProgressAtom)?.doing === 'selecting') store.set(bulkProgressAtom, null)
  clearSelection()
}
