import { type ReactElement, useState } from 'react'
import { useTranslation } from '../../../locales/i18n.ts'
import { ContextMenu } from '../../../platform/ui/ContextMenu.tsx'
import { LazyComponent } from '../../../platform/ui/LazyComponent.tsx'
import { focusTargetOfItem } from '../drag/keep-focus.ts'
import { settableProperties } from '../properties/registry.ts'
import { focusCurrentItem } from '../selection/current-item.ts'
import { lazyItemActions } from './lazy-item-actions.ts'
import { setFocusTargetAfterPicker } from './open-picker.ts'
import { getSelectedIdsOrItem } from './targets.ts'

interface ItemContextMenuProps {
  /** The element that contains the items. Each item is marked with `data-item`. */
  children: ReactElement
  /** If given, the menu offers to rename the item in place. */
  onRename?: (item: HTMLElement) => void
}

/** Context menu of the item under the pointer, or of the selection that contains it. One menu serves all items of a layout. */
export function ItemContextMenu({ children, onRename }: ItemContextMenuProps) {
  const { t } = useTranslation()
  const [pressed, setPressed] = useState<HTMLElement | null>(null)
  const id = pressed?.dataset['item']
  return (
    <ContextMenu
      label={t('workItems.actions')}
      finalFocus={() => focusAfter(id)}
      // A long press drags the item, so it must not open the menu.
      withoutLongPress
      onOpenAt={(target) => {
        const item = target.closest<HTMLElement>('[data-item]')
        setPressed(item)
        return item !== null
      }}
      items={
        pressed &&
        id !== undefined && (
          <LazyComponent
            part={lazyItemActions}
            props={{
              ids: getSelectedIdsOrItem(id),
              anchor: () => pressed,
              properties: settableProperties,
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

/**
 * Returns the element to focus after the menu closes: the item, or true for the default element if the item is gone.
 * Returns false if a picker that the menu opened takes the focus, or if the focus has already moved elsewhere.
 */
function focusAfter(id: string | undefined): HTMLElement | boolean {
  const { activeElement } = document
  const hasMovedOn = activeElement !== document.body && activeElement?.closest('[role="menu"]') === null
  const item = id === undefined ? null : focusTargetOfItem(id)
  if (hasMovedOn || setFocusTargetAfterPicker(item)) return false
  if (item === null) focusCurrentItem()
  return item ?? true
}
