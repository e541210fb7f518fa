import { type ReactElement, useState } from 'react'
import { useTranslation } from '../../../locales/i18n.ts'
import { ContextMenu } from '../../../platform/ui/ContextMenu.tsx'
import { LazyPart } from '../../../platform/ui/LazyPart.tsx'
import { stopOfItem } from '../drag/focus-along.ts'
import { picked } from '../properties/registry.ts'
import { focusAtHand } from '../selection/at-hand.ts'
import { itemActions } from './load-item-actions.ts'
import { leaveFocusToPicker } from './open-picker.ts'
import { targetsOf } from './targets.ts'

interface ItemContextMenuProps {
  /** Holds the items, each marked by `data-item`. */
  children: ReactElement
  /** Given, the title of a single item can be written where it stands. */
  onRename?: (item: HTMLElement) => void
}

/** The actions of the item under the pointer, or of the selection that it is in; one menu for all items of a layout. */
export function ItemContextMenu({ children, onRename }: ItemContextMenuProps) {
  const { t } = useTranslation()
  const [pressed, setPressed] = useState<HTMLElement | null>(null)
  const id = pressed?.dataset['item']
  return (
    <ContextMenu
      label={t('workItems.actions')}
      finalFocus={() => focusAfter(id)}
      // A resting finger lifts the item.
      withoutLongPress
      onOpenAt={(target) => {
        const item = target.closest<HTMLElement>('[data-item]')
        setPressed(item)
        return item !== null
      }}
      items={
        pressed &&
        id !== undefined && (
          <LazyPart
            part={itemActions}
            props={{
              ids: targetsOf(id),
              anchor: () => pressed,
              properties: picked,
              selectable: id,
              ...(onRename && { onRename: () => onRename(pressed) }),
            }}
          />
        )
      }
    >
      {children}
    </ContextMenu>
  )
}

/** The item's, unless what the menu has opened has it, or the item has gone. */
function focusAfter(id: string | undefined): HTMLElement | boolean {
  const { activeElement } = document
  const hasMovedOn = activeElement !== document.body && activeElement?.closest('[role="menu"]') === null
  const item = id === undefined ? null : stopOfItem(id)
  if (hasMovedOn || leaveFocusToPicker(item)) return false
  if (item === null) focusAtHand()
  return item ?? true
}
