import { useAtomValue, useSetAtom } from 'jotai'
import { useCallback, useMemo, useRef, useState } from 'react'
import { groupKeysOfRow } from '#common/work/listing/arrange.ts'
import { useTranslation } from '../../../../locales/i18n.ts'
import { tables } from '../../../../platform/app/sync.ts'
import { useCanQuickAdd } from '../../../../platform/person/roles.ts'
import { VirtualList, type VirtualListHandle } from '../../../../platform/ui/VirtualList.tsx'
import { recentlyCreatedAtom } from '../../../work-items/recently-created.ts'
import { ItemContextMenu } from '../../bulk/ItemContextMenu.tsx'
import { selectAllItems } from '../../bulk/select-all.ts'
import { useCollapsedGroups } from '../../collapsed-groups.ts'
import type { ListingDisplaySettings } from '../../display.ts'
import { isSortedManually } from '../../drag/cell.ts'
import { useEmptyGroups } from '../../empty-groups.ts'
import { nonEmptyGroups, useNamedGroups } from '../../groups.ts'
import { groupOfListing, listingAtom, loadNextListingPage } from '../../listings.ts'

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
  const { folded, toggle } = useCollapsedGroups(display, 'group_by')
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

  const more = useCallback((group: string) => void loadNextListingPage(view, group), [view])
  const select = useCallback(
    (group: string, isSelected: boolean) =>
      selectGroup(view, group, groupOfListing(groups, group), isSelected),
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
  const heightOf = (index: number) => (shown.lines[index]?.kind === 'group' ? high.group : high.item)
  return (
    <ItemContextMenu onRename={({ dataset: { item = '', cell = '' } }) => setRenaming(rowKey(cell, item))}>
      <div ref={element} className="@container flex min-h-0 flex-1 flex-col">
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
function useListLines(view: ListingView, display: ListingDisplaySettings, shape: ListLineOptions) {
  const { t } = useTranslation()
  const { context, group_by } = view.listing
  const { groups } = useAtomValue(listingAtom(view.key))
  const filled = useMemo(() => nonEmptyGroups(groups), [groups])
  const { showEmpty, reveal } = useEmptyGroups(view, display)
  const named = useNamedGroups(group_by, context.project_id, filled, showEmpty)
  const isAllDrafts = group_by === null && isDraftsScope(view.scope)
  const heads = useMemo(
    () => (isAllDrafts ? named.map((head) => ({ ...head, name: t('drafts.allDrafts') })) : named),
    [named, isAllDrafts, t],
  )
  const { folded, adding, addsLast } = shape
  const lines = useMemo(() => {
    const order = heads.map((head) => head.key)
    return buildListLines(groups, order, { folded, adding, addsLast })
  }, [groups, heads, folded, adding, addsLast])
  const rows = useMemo(() => lines.filter((line) => line.kind === 'item'), [lines])
  const revealed = (id: string | null) => {
    const row = id !== null && rows.find((one) => one.id === id)
    return row ? rowKey(row.group, row.id) : null
  }
  return { groups, heads, lines, rows, revealed, reveal }
}

const isWritten = (line: ListLine) => line.kind === 'add'

const stickyHeads = { is: (line: ListLine) => line.kind === 'group', height: 36 }

/** Selects all items of a group, including items that are not loaded, or deselects them. */
function selectGroup(
  view: ListingView,
  group: string,
  { ids, total }: { ids: readonly string[]; total: number },
  isSelected: boolean,
): void {
  const { group_by } = view.listing
  if (!isSelected) {
    deselectMatchingItems((id) => {
      const row = tables.work_items.get(id)
      return row !== undefined && (group_by === null || groupKeysOfRow(group_by, row).includes(group))
    })
  } else if (ids.length < total) void selectAllItems(view, group)
  else addToSelection(ids)
}
