import { useAtomValue, useSetAtom } from 'jotai'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { GroupKey } from '#common/work/listing/keys.ts'
import type { Listing } from '#common/work/listing/listing.ts'
import type { DisplayPropertyName } from '#common/work/user-properties/rules.ts'
import { useTranslation } from '../../../../locales/i18n.ts'
import { useCanQuickAdd } from '../../../../platform/person/roles.ts'
import { LazyComponent } from '../../../../platform/ui/LazyComponent.tsx'
import { loadable } from '../../../../platform/ui/loadable.ts'
import { ItemContextMenu } from '../../bulk/ItemContextMenu.tsx'
import { itemIdsInCell, parseCellPath } from '../../cell-path.ts'
import { useCollapsedGroups } from '../../collapsed-groups.ts'
import { dropItemIntoCell } from '../../drag/cell.ts'
import type { DropTarget } from '../../drag/drag.ts'
import { useItemDrag, useLatestListingGroups } from '../../drag/item-drag.ts'
import { findCardElement, useKeyboardDrag } from '../../drag/keyboard-drag.ts'
import { MoveAnimation } from '../../drag/MoveAnimation.tsx'
import { useEmptyGroups } from '../../empty-groups.ts'
import { nonEmptyGroups, nonEmptySubGroups, useNamedGroups } from '../../groups.ts'
import { createGroupPath, listingAtom, loadNextListingPage } from '../../listings.ts'
import { createItemInGroup } from '../../new-item.ts'
import { focusElementWhenRendered, useRegisterShownItems } from '../../selection/order.ts'
import { HiddenEmptyGroups } from '../HiddenEmptyGroups.tsx'
import type { LayoutProps } from '../layout-props.ts'
import { BoardColumns } from './BoardColumns.tsx'
import { keyboardMoveTargetAtom, type SharedBoardProps } from './keyboard-move-target.ts'

/** Number of cards that one request loads, when the user asks for more cards or scrolls. */
const page = 30

const boardLanes = loadable(() => import('./BoardLanes.tsx').then(({ BoardLanes }) => BoardLanes))

/** Shows cards in columns and optional lanes. Users can move cards by mouse, touch and keyboard. */
export function Board({ view, display, selected, onOpen, onDragging }: LayoutProps) {
  const { t } = useTranslation()
  const { listing } = view
  const { context, group_by, sub_group_by } = listing
  const element = useRef<HTMLDivElement>(null)
  const { groups, loadingMore } = useAtomValue(listingAtom(view.key))
  const { showEmpty, reveal } = useEmptyGroups(view, display)
  const filled = useMemo(() => nonEmptyGroups(groups), [groups])
  const filledLanes = useMemo(() => nonEmptySubGroups(groups), [groups])
  const columns = useNamedGroups(group_by, context.project_id, filled, showEmpty)
  const lanes = useNamedGroups(sub_group_by, context.project_id, filledLanes, showEmpty)
  const columnFold = useCollapsedGroups(display, 'group_by')
  const laneFold = useCollapsedGroups(display, 'sub_group_by')
  const canAdd = useCanQuickAdd(context)
  const { current, after } = useLatestListingGroups(groups)
  const drop = useCallback(
    (id: string, from: string, to: DropTarget) =>
      void dropItemIntoCell(listing, current.current, id, from, to),
    [listing, current],
  )
  const touch = useItemDrag(element, { after, onDrop: drop, onDragging })
  const cells = useMemo(() => {
    const open = columns.filter(({ key }) => !columnFold.folded.has(key))
    const shownLanes = sub_group_by === null ? [null] : lanes.filter(({ key }) => !laneFold.folded.has(key))
    return shownLanes.map((lane) => open.map((column) => createGroupPath(column.key, lane?.key)))
  }, [columns, lanes, sub_group_by, columnFold.folded, laneFold.folded])
  const setWanted = useSetAtom(keyboardMoveTargetAtom)
  useEffect(() => () => setWanted(null), [setWanted])
  const keyboard = useKeyboardDrag({
    listing,
    groups,
    lanes: cells,
    onDrop: drop,
    onOpen,
    onLift: onDragging,
    onMove: setWanted,
  })

  const create = useCallback(
    (cell: string, name: string, at: 'top' | 'bottom') => {
      const { group, sub } = parseCellPath(cell)
      void createItemInGroup(listing, group, sub, name, { ids: itemIdsInCell(current.current, cell), at })
    },
    [listing, current],
  )
  const more = useCallback(
    (cell: string) => {
      const { group, sub } = parseCellPath(cell)
      void loadNextListingPage(view, group, sub, page)
    },
    [view],
  )
  const { display_properties } = display.settings
  const shown = useMemo(() => besideGroups(display_properties, listing), [display_properties, listing])
  const parts: SharedBoardProps = {
    listing,
    groups,
    loadingMore,
    columns,
    columnFold,
    canAdd,
    shown,
    selected,
    lifted: touch.lifted ?? keyboard.lifted,
    landing: touch.landing ?? keyboard.landing,
    liftedTo: keyboard.landing?.cell ?? null,
    onOpen,
    onCreate: create,
    onMore: more,
  }
  const cards = useCallback(
    () => cells.flat().flatMap((cell) => itemIdsInCell(current.current, cell).map((id) => ({ cell, id }))),
    [cells, current],
  )
  useRegisterShownItems(
    useCallback(() => cards().map(({ id }) => id), [cards]),
    useCallback(
      (index: number) => {
        const card = cards()[index]
        if (card === undefined) return
        setWanted(card)
        focusElementWhenRendered(() => findCardElement(card.id, card.cell))
      },
      [cards, setWanted],
    ),
  )
  return (
    <ItemContextMenu>
      <div
        ref={element}
        role="application"
        aria-label={t('workItems.boardColumns', { count: columns.length })}
        aria-describedby="board-keys"
        onKeyDown={keyboard.onKeyDown}
        onFocus={({ target }) => target.dataset['card'] !== undefined && setWanted(null)}
        className="flex min-h-0 flex-1 flex-col"
      >
        <MoveAnimation root={element} groups={groups} />
        <p id="board-keys" className="sr-only">
          {t('workItems.boardKeys')}
        </p>
        {sub_group_by === null ? (
          <BoardColumns {...parts} />
        ) : (
          <LazyComponent part={boardLanes} props={{ ...parts, lanes, laneFold }} />
        )}
        {reveal && <HiddenEmptyGroups view={view} onShow={reveal} />}
      </div>
    </ItemContextMenu>
  )
}

/** Hides properties that the column or lane already shows. */
function besideGroups(
  properties: Record<DisplayPropertyName, boolean>,
  { group_by, sub_group_by }: Listing,
): Record<DisplayPropertyName, boolean> {
  const isGroupedBy = (key: GroupKey) => group_by === key || sub_group_by === key
  return {
    ...properties,
    state: properties.state && !isGroupedBy('state_id'),
    priority: properties.priority && !isGroupedBy('priority'),
  }
}
