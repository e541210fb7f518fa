import { useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { flatListingGroupName } from '#common/work/listing/keys.ts'
import { useTranslation } from '../../../../locales/i18n.ts'
import { tables } from '../../../../platform/app/sync.ts'
import { announce } from '../../../../platform/ui/announce.ts'
import { withDragLibrary } from '../../../../platform/ui/with-drag.ts'
import { itemIdsInCell } from '../../cell-path.ts'
import { dropItemIntoCell, isSortedManually } from '../../drag/cell.ts'
import type { DropTarget } from '../../drag/drag.ts'
import { positionBefore } from '../../drag/drop-position.ts'
import { focusWhenRenderedIdAtom } from '../../drag/focus-next.ts'
import { useItemDrag, useLatestListingGroups } from '../../drag/item-drag.ts'
import { listingAtom } from '../../listings.ts'
import type { ShownProperties } from '../../properties/registry.ts'
import { useRegisterShownItems } from '../../selection/order.ts'
import { selectRange } from '../../selection/selected.ts'
import type { LayoutProps } from '../layout-props.ts'
import { adjacentDropPosition, getDropPositionInGroup } from '../list/drop.ts'
import { useListRowKeyboard } from '../list/use-list-row-keyboard.ts'
import { GanttSidebarRow } from './GanttSidebarRow.tsx'
import { ganttRowHeight } from './geometry.ts'

interface SidebarProps extends Pick<LayoutProps, 'view' | 'selected' | 'onOpen' | 'onDragging'> {
  rows: readonly { id: string; index: number }[]
  width: number
  /** The properties that rows show. */
  shown: ShownProperties
  /** Scrolls to a row. */
  onScrollTo: (index: number) => void
  footer: ReactNode
}

const list = { role: 'list' }

/** The list beside the timeline. If the order is manual, its rows can be moved by mouse, touch and keyboard. */
export function GanttSidebar({
  view,
  rows,
  width,
  selected,
  shown,
  footer,
  onScrollTo,
  onOpen,
  onDragging,
}: SidebarProps) {
  const { t } = useTranslation()
  const { listing } = view
  const { groups } = useAtomValue(listingAtom(view.key))
  const element = useRef<HTMLDivElement>(null)
  const manual = isSortedManually(listing)
  const { current, after } = useLatestListingGroups(groups)
  const drop = useCallback(
    (id: string, from: string, to: DropTarget) => {
      if (isSortedManually(listing) && from === flatListingGroupName && to.cell === flatListingGroupName)
        void dropItemIntoCell(listing, current.current, id, from, to)
    },
    [listing, current],
  )
  const touch = useItemDrag(element, { after, onDrop: drop, onDragging })
  const ids = itemIdsInCell(groups, flatListingGroupName)
  const setFocusNext = useSetAtom(focusWhenRenderedIdAtom)
  const focusAt = useCallback(
    (index: number) => {
      onScrollTo(index)
      setFocusNext(ids[index] ?? null)
    },
    [ids, onScrollTo, setFocusNext],
  )
  useRegisterShownItems(
    useCallback(() => ids, [ids]),
    focusAt,
  )
  useListRowKeyboard(element, {
    rows: () => ids.map((id) => ({ id, group: flatListingGroupName })),
    onFocus: ({ id }) => focusAt(ids.indexOf(id)),
    onSelectRange: (from, to) => selectRange(from.id, to.id),
    onPeek: ({ id }) => onOpen(id),
    onMove: (row, direction) => {
      const to = adjacentDropPosition(listing, groups, [flatListingGroupName], row, direction)
      if (to === null) return
      drop(row.id, flatListingGroupName, to)
      const name = tables.work_items.get(row.id)?.name ?? ''
      const group = t('shell.nav.workItems')
      announce(t('workItems.dragDropped', { name, group, ...getDropPositionInGroup(groups, to, row.id) }))
      // The focus moves after the listing has moved the row. Otherwise the old element would take the focus.
      queueMicrotask(() => setFocusNext(row.id))
    },
  })
  useEdgeScroll(element)

  const landing = manual ? touch.landing : null
  const landingAt = landing && positionBefore(ids, landing.before)
  return (
    <div
      ref={element}
      data-cell={flatListingGroupName}
      role="application"
      aria-label={t('shell.nav.workItems')}
      aria-describedby="gantt-keys"
      style={{ width }}
      className="sticky left-0 z-2 shrink-0 border-r border-line bg-sheet"
    >
      <div {...list}>
        {rows.map(({ id, index }) => (
          <GanttSidebarRow
            key={id}
            id={id}
            index={index}
            count={ids.length}
            manual={manual}
            shown={shown}
            peeked={selected === id}
            lifted={touch.lifted === id}
            onOpen={onOpen}
          />
        ))}
      </div>
      {footer}
      {landingAt !== null && (
        <span
          aria-hidden
          style={{ top: landingAt * ganttRowHeight - 1 }}
          className="absolute inset-x-1 z-1 h-0.5 rounded-full bg-accent"
        />
      )}
    </div>
  )
}

/** Scrolls the list when a row is dragged to its edges. */
function useEdgeScroll(list: { current: HTMLElement | null }): void {
  useEffect(() => {
    const view = list.current?.closest<HTMLElement>('[data-scroller]')
    if (!view) return
    return withDragLibrary(({ autoScrollForElements }) =>
      autoScrollForElements({ element: view, getAllowedAxis: () => 'vertical' }),
    )
  }, [list])
}
