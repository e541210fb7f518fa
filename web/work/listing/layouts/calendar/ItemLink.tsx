import { type ReactNode, useRef } from 'react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useCanEditItem } from '../../../../platform/person/roles.ts'
import { cx } from '../../../../platform/ui/cx.ts'
import { getItemPath } from '../../../work-items/actions.ts'
import { useCardDrag } from '../../drag/drag.ts'
import { useKeepFocusOnMovedItem } from '../../drag/keep-focus.ts'
import { ItemSelectBox } from '../../selection/ItemSelectBox.tsx'
import { useIsSelected } from '../../selection/selected.ts'
import { handleItemClick } from '../handle-item-click.ts'
import { ItemPresenceOutline } from '../ItemPresenceOutline.tsx'
import { useFlashWhenCreated } from '../use-flash-when-created.ts'
import { calendarFocusStopAttribute } from './keyboard-move.ts'

interface ItemLinkProps {
  row: WorkItemRow
  day: string
  selected: boolean
  lifted: boolean
  onOpen: (id: string) => void
  /** The tooltip with the text that does not fit. */
  title?: string
  className: string
  /** Class names that position the selection box over the icon. */
  boxClass: string
  /** Id of the element that explains the keyboard control to screen reader users. */
  keysId?: string
  children: ReactNode
}

/**
 * The common part of all calendar items: a draggable link that opens the side panel, outlined while somebody
 * else edits the item.
 */
export function ItemLink({
  row,
  day,
  selected,
  lifted,
  onOpen,
  title,
  className,
  boxClass,
  keysId = 'calendar-keys',
  children,
}: ItemLinkProps) {
  const { id } = row
  const element = useRef<HTMLAnchorElement>(null)
  useKeepFocusOnMovedItem(element, id)
  const canEdit = useCanEditItem(row)
  const isSelected = useIsSelected(id)
  useFlashWhenCreated(element, id)
  const { dragging } = useCardDrag(element, id, day, !canEdit)
  return (
    <div data-item={id} className="group/item relative">
      <a
        ref={element}
        data-card={canEdit ? id : undefined}
        {...calendarFocusStopAttribute}
        // Prevents Shift with a click from selecting text.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        href={getItemPath(row)}
        title={title}
        aria-describedby={keysId}
        aria-current={lifted || undefined}
        onClick={(event) => handleItemClick(event, id, onOpen)}
        className={cx(
          'flex min-w-0 cursor-default select-none items-center rounded-sm border font-medium transition-[border-color] [-webkit-touch-callout:none]',
          className,
          isSelected ? 'bg-accent-soft' : 'bg-raised',
          selected || lifted
            ? 'border-accent shadow-[0_0_0_1px_var(--accent)]'
            : 'border-line hover:border-line-strong',
          dragging && 'border-dashed border-line-strong opacity-45',
        )}
      >
        {children}
      </a>
      <ItemPresenceOutline row={row} on="edge" className="rounded-sm" />
      <ItemSelectBox
        id={id}
        name={row.name}
        // Tab skips the selection box, because the shortcut for selecting works on the link.
        tabIndex={-1}
        className={cx(
          'absolute! z-1 rounded-xs bg-raised group-focus-within/item:visible group-hover/item:visible coarse:hidden',
          boxClass,
        )}
      />
    </div>
  )
}
