import { useSetAtom } from 'jotai'
import { type RefObject, useCallback } from 'react'
import type { ListingGroups } from '#common/work/listing/arrange.ts'
import type { Listing } from '#common/work/listing/listing.ts'
import { t } from '../../../../locales/i18n.ts'
import { tables } from '../../../../platform/app/sync.ts'
import { announce } from '../../../../platform/ui/announce.ts'
import type { VirtualListHandle } from '../../../../platform/ui/VirtualList.tsx'
import { parseCellPath } from '../../cell-path.ts'
import { describeBoardCell } from '../../drag/cell.ts'
import { focusWhenRenderedIdAtom } from '../../drag/focus-next.ts'
import type { NamedGroup } from '../../groups.ts'
import { createGroupPath } from '../../listings.ts'
import { useRegisterShownItems } from '../../selection/order.ts'
import { selectRange } from '../../selection/selected.ts'
import { adjacentDropPosition, getDropPositionInGroup, moveDroppedRows } from './drop.ts'
import { type ListLine, lineKey, rowKey } from './lines.ts'
import { renamedRowKeyAtom } from './renamed-row-key.ts'
import { type ListRowPosition, useListRowKeyboard } from './use-list-row-keyboard.ts'

interface Shown {
  listing: Listing
  groups: ListingGroups
  heads: readonly NamedGroup[]
  /** The paths of the groups without sub-groups, and of the sub-groups, from top to bottom. */
  cells: readonly string[]
  lines: readonly ListLine[]
  rows: readonly ListRowPosition[]
}

/** Implements the keyboard actions of the rows of a list. */
export function useListKeys(
  element: RefObject<HTMLElement | null>,
  list: RefObject<VirtualListHandle | null>,
  { listing, groups, heads, cells, lines, rows }: Shown,
  onOpen: (id: string) => void,
): void {
  const setFocusNext = useSetAtom(focusWhenRenderedIdAtom)
  const setRenaming = useSetAtom(renamedRowKeyAtom)
  const move = (row: ListRowPosition, direction: 'up' | 'down') => {
    const to = adjacentDropPosition(listing, groups, cells, row, direction)
    if (to === null) return
    moveDroppedRows(listing, groups, row.id, row.group, to)
    // The focus moves after the listing has moved the row. Otherwise the old element would take the focus.
    queueMicrotask(() => setFocusNext(rowKey(cellAfterMove(row.group, to.cell), row.id)))
    const name = tables.work_items.get(row.id)?.name ?? ''
    const group = describeBoardCell(listing, to.cell) || (heads[0]?.name ?? '')
    announce(t('workItems.dragDropped', { name, group, ...getDropPositionInGroup(groups, to, row.id) }))
  }
  const focus = useCallback(
    (row: ListRowPosition | undefined) => {
      if (row === undefined) return
      const key = rowKey(row.group, row.id)
      list.current?.scrollTo(lines.findIndex((line) => lineKey(line) === key))
      setFocusNext(key)
    },
    [list, lines, setFocusNext],
  )
  useRegisterShownItems(
    useCallback(() => rows.map((row) => row.id), [rows]),
    useCallback((index: number) => focus(rows[index]), [rows, focus]),
  )
  useListRowKeyboard(element, {
    rows: () => rows,
    onFocus: focus,
    onSelectRange: (from, to) => selectRange(from.id, to.id),
    onPeek: (row) => onOpen(row.id),
    onRename: (row) => setRenaming(rowKey(row.group, row.id)),
    onMove: move,
  })
}

/** Returns the path of the group or sub-group that contains a row after a move. An empty group gets its sub-group. */
function cellAfterMove(from: string, to: string): string {
  const { group, sub } = parseCellPath(to)
  return sub === null ? createGroupPath(group, parseCellPath(from).sub) : to
}
