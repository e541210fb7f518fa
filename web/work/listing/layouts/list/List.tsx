import { useAtomValue, useSetAtom } from 'jotai'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from '../../../../locales/i18n.ts'
import { tables } from '../../../../platform/app/sync.ts'
import { useCanQuickAdd } from '../../../../platform/person/roles.ts'
import { VirtualList, type VirtualListHandle } from '../../../../platform/ui/VirtualList.tsx'
import { recentlyCreatedAtom } from '../../../work-items/recently-created.ts'
import { ItemContextMenu } from '../../bulk/ItemContextMenu.tsx'
import { selectAllItems } from '../../bulk/select-all.ts'
import { groupInCell, parseCellPath } from '../../cell-path.ts'
import { type CollapsedGroupsState, useCollapsedGroups } from '../../collapsed-groups.ts'
import type { ListingDisplaySettings } from '../../display.ts'
import { isItemInCell, isSortedManually } from '../../drag/cell.ts'
import { useEmptyGroups } from '../../empty-groups.ts'
import { nonEmptyGroups, nonEmptySubGroups, useNamedGroups } from '../../groups.ts'
import { createGroupPath, groupOfListing, listingAtom, loadNextListingPage } from '../../listings.ts'

import { isDraftsScope } from '../../scopes.ts'
import { addToSelection, deselectMatchingItems } from '../../selection/selected.ts'

import type { ListingView } from '../../view.ts'
import { HiddenEmptyGroups } from '../HiddenEmptyGroups.tsx'
import type { LayoutProps } from '../layout-props.ts'
import { listRowHeights } from './heights.ts'
import { buildListLines, type ListLine, type ListLineOptions, lineKey, rowKey } from './lines.ts'
import { type LineContext, renderListLine } from './list-line.tsx'
import { renamedRowKeyAtom } from './renamed-row-key.ts'
import { useListDrag } from './use-list-drag.ts'
import { useListKeys } from './use-list-keys.ts'

/**
 * Work items as rows in collapsible groups. All groups share one virtual list, so that ten thousand rows
 * scroll as fast as ten.
 */
export function List({ view, display, selected, onOpen, onDragging }: LayoutProps) {
  const { t } = useTranslation()
  const { listing } = view
  const { loadingMore } = useAtomValue(listingAtom(view.key))
  const { folded, toggle } = useFoldedCells(display)
  const [adding, setAdding] = useState<string | null>(null)
  const canAdd = useCanQuickAdd(listing.context)
  const manual = isSortedManually(listing)
  const shown = useListLines(view, display, { folded, adding, addsLast: manual })
  const { groups } = shown
  const createdId = useAtomValue(recentlyCreatedAtom)
  const element = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualListHandle>(null)
  const drag = useListDrag(element, listing, groups, onDragging)
  const setRenaming = useSetAtom(renamedRowKeyAtom)
  useListKeys(element, list, { listing, ...shown }, onOpen)

  const more = useCallback(
    (path: string) => {
      const { group, sub } = parseCellPath(path)
      void loadNextListingPage(view, group, sub, Math.max(view.pageSize, morePage))
    },
    [view],
  )
  const select = useCallback(
    (group: string, isSelected: boolean) => selectGroup(view, group, groupInCell(groups, group), isSelected),
    [view, groups],
  )
  const add = useCallback(
    (group: string) => {
      if (folded.has(group)) toggle(group)
      setAdding(group)
    },
    [folded, toggle],
  )
  const context: LineContext = {
    listing,
    groups,
    heads: shown.heads,
    subHeads: shown.subHeads,
    drag,
    row: { shown: display.settings.display_properties, manual, onOpen },
    selected,
    folded,
    loadingMore,
    onMore: more,
    onFold: toggle,
    onSelect: select,
    onAdd: canAdd ? add : undefined,
    onAdded: () => setAdding(null),
  }

  const [high] = useState(listRowHeights)
  const heightOf = (index: number) => (isHead(shown.lines[index]) ? high.group : high.item)
  return (
    <ItemContextMenu onRename={({ dataset: { item = '', cell = '' } }) => setRenaming(rowKey(cell, item))}>
      <div
        ref={element}
        data-roomy={hasRoomForStartDates(display) || undefined}
        className="group/list @container flex min-h-0 flex-1 flex-col"
      >
        <p id="list-keys" className="sr-only">
          {t('workItems.listKeys')}
        </p>
        <VirtualList
          ref={list}
          className="min-h-0 flex-1"
          label={t('workItems.list')}
          rows={shown.lines}
          keyOf={lineKey}
          rowHeight={heightOf}
          measured={isWritten}
          sticky={stickyHeads}
          reveal={shown.revealed(createdId) ?? shown.revealed(selected)}
          footer={<div className="h-16" />}
        >
          {(line) => renderListLine(line, context)}
        </VirtualList>
        {shown.reveal && <HiddenEmptyGroups view={view} onShow={shown.reveal} />}
      </div>
    </ItemContextMenu>
  )
}

/** Returns the named groups and the lines of the list. */
function useListLines(
  view: ListingView,
  display: ListingDisplaySettings,
  shape: Omit<ListLineOptions, 'subGroupsOf'>,
) {
  const { t } = useTranslation()
  const { context, group_by, sub_group_by } = view.listing
  const { groups } = useAtomValue(listingAtom(view.key))
  const filledSubs = useMemo(() => nonEmptySubGroups(groups), [groups])
  const filled = useMemo(() => nonEmptyGroups(groups), [groups])
  const { showEmpty, reveal } = useEmptyGroups(view, display)
  const named = useNamedGroups(group_by, context.project_id, filled, showEmpty)
  const subHeads = useNamedGroups(sub_group_by, context.project_id, filledSubs, showEmpty)
  const isAllDrafts = group_by === null && isDraftsScope(view.scope)
  const heads = useMemo(
    () => (isAllDrafts ? named.map((head) => ({ ...head, name: t('drafts.allDrafts') })) : named),
    [named, isAllDrafts, t],
  )
  const { folded, adding, addsLast } = shape
  // An empty group shows no sub-groups, because its sub-groups are all empty.
  const subGroupsOf = useMemo(() => {
    if (sub_group_by === null) return null
    return (group: string) => {
      const { total, groups: subs = {} } = groupOfListing(groups, group)
      if (total === 0) return []
      return subHeads.flatMap(({ key }) => (showEmpty || (subs[key]?.total ?? 0) > 0 ? [key] : []))
    }
  }, [groups, subHeads, sub_group_by, showEmpty])
  const order = useMemo(() => heads.map((head) => head.key), [heads])
  const lines = useMemo(
    () => buildListLines(groups, order, { folded, adding, addsLast, subGroupsOf }),
    [groups, order, folded, adding, addsLast, subGroupsOf],
  )
  const cells = useMemo(
    () =>
      subGroupsOf === null
        ? order
        : order.flatMap((group) => {
            const subs = subGroupsOf(group)
            // The keyboard can also move rows into an empty group. They keep their sub-group.
            return subs.length === 0 ? [group] : subs.map((sub) => createGroupPath(group, sub))
          }),
    [order, subGroupsOf],
  )
  const rows = useMemo(() => lines.filter((line) => line.kind === 'item'), [lines])
  const revealed = (id: string | null) => {
    const row = id !== null && rows.find((one) => one.id === id)
    return row ? rowKey(row.group, row.id) : null
  }
  return { groups, heads, subHeads, cells, lines, rows, revealed, reveal }
}

/** Returns the collapsed groups and sub-groups. A sub-group is collapsed in its group only. */
function useFoldedCells(display: ListingDisplaySettings): CollapsedGroupsState {
  const groups = useCollapsedGroups(display, 'group_by')
  const subGroups = useCollapsedGroups(display, 'sub_group_by')
  return useMemo(
    () => ({
      folded: new Set([...groups.folded, ...subGroups.folded]),
      toggle: (path) => (parseCellPath(path).sub === null ? groups : subGroups).toggle(path),
    }),
    [groups, subGroups],
  )
}

/**
 * Returns true if the list has no columns for cycles, modules and epics. Then start dates also fit on narrower screens.
 */
function hasRoomForStartDates({ settings: { display_properties: shown } }: ListingDisplaySettings): boolean {
  return !shown.cycle && !shown.modules && !shown.epic
}

/** Number of rows that are loaded at once while the user scrolls. */
const morePage = 30

function isHead(line: ListLine | undefined): boolean {
  return line?.kind === 'group' || line?.kind === 'sub-group'
}

const isWritten = (line: ListLine) => line.kind === 'add'

const stickyHeads = { is: (line: ListLine) => line.kind === 'group', height: 36 }

/** Selects all items of a group, including items that are not loaded, or deselects them. */
function selectGroup(
  view: ListingView,
  path: string,
  { ids, total }: { ids: readonly string[]; total: number },
  isSelected: boolean,
): void {
  if (!isSelected) {
    deselectMatchingItems((id) => {
      const row = tables.work_items.get(id)
      return row !== undefined && isItemInCell(view.listing, path, row)
    })
  } else if (ids.length < total) void selectAllItems(view, path)
  else addToSelection(ids)
}
