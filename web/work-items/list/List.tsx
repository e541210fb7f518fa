import { useAtomValue, useSetAtom } from 'jotai'
import { useCallback, useMemo, useRef, useState } from 'react'
import { groupsOf } from '#common/listing/arrange.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../sync/tables.ts'
import { announce } from '../../ui/announce.ts'
import { VirtualList, type VirtualListHandle } from '../../ui/VirtualList.tsx'
import { ItemContextMenu } from '../bulk/ItemContextMenu.tsx'
import { selectAllOf } from '../bulk/select-all.ts'
import { isManual } from '../drag/cell.ts'
import { focusNextAtom } from '../drag/focus-next.ts'
import type { LayoutProps } from '../layout-props.ts'
import { createIn } from '../listing/create-in.ts'
import { useFolded } from '../listing/folded.ts'
import { filledGroups, useGroupHeads } from '../listing/groups.ts'
import { groupAt, listingAtom, loadMore } from '../listing/listings.ts'
import type { ListingView } from '../listing/view.ts'
import { useCanQuickAdd } from '../may.ts'
import { QuickAdd } from '../QuickAdd.tsx'
import { deselect, selectAlso, selectFromTo, useSelectionOrder } from '../selection/selected.ts'
import { dropRows, placeBeside, positionIn } from './drop.ts'
import { ListGroup } from './ListGroup.tsx'
import { ListRow } from './ListRow.tsx'
import { type Line, lineKey, linesOf, rowKey } from './lines.ts'
import { MoreLine } from './MoreLine.tsx'
import { renamingAtom } from './rename.ts'
import { type RowAt, useRowKeys } from './row-keys.ts'
import { useListDrag } from './use-list-drag.ts'

/** Rows in groups that fold; one virtual list, so ten thousand rows scroll like ten. */
export function List({ view, display, selected, onOpen, onDragging }: LayoutProps) {
  const { t } = useTranslation()
  const { listing } = view
  const { context, group_by } = listing
  const { display_filters, display_properties } = display.looking
  const { groups, loadingMore } = useAtomValue(listingAtom(view.key))
  const filled = useMemo(() => filledGroups(groups), [groups])
  const heads = useGroupHeads(group_by, context.project_id, filled, display_filters.show_empty_groups)
  const { folded, toggle } = useFolded(display, 'group_by')
  const [adding, setAdding] = useState<string | null>(null)
  const canAdd = useCanQuickAdd(context)
  const manual = isManual(listing)
  const order = useMemo(() => heads.map((head) => head.key), [heads])
  const lines = useMemo(
    () => linesOf(groups, order, { folded, adding, addsLast: manual }),
    [groups, order, folded, adding, manual],
  )
  const rows = useMemo(() => lines.filter((line) => line.kind === 'item'), [lines])
  useSelectionOrder(useCallback(() => rows.map((row) => row.id), [rows]))

  const element = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualListHandle>(null)
  const { lifted, landing, over } = useListDrag(element, listing, groups, onDragging)
  const setFocusNext = useSetAtom(focusNextAtom)
  const setRenaming = useSetAtom(renamingAtom)
  const focus = ({ group, id }: RowAt) => {
    list.current?.scrollTo(lines.findIndex((line) => lineKey(line) === rowKey(group, id)))
    setFocusNext(rowKey(group, id))
  }
  useRowKeys(element, {
    rows: () => rows,
    onFocus: focus,
    onSelectRange: (from, to) => selectFromTo(from.id, to.id),
    onPeek: (row) => onOpen(row.id),
    onRename: (row) => setRenaming(rowKey(row.group, row.id)),
    onMove: (row, direction) => {
      const to = placeBeside(listing, groups, order, row, direction)
      if (to === null) return
      dropRows(listing, groups, row.id, row.group, to)
      // After the listing has taken the row to its new place, or the old element would take the focus.
      queueMicrotask(() => setFocusNext(rowKey(to.cell, row.id)))
      const name = tables.work_items.get(row.id)?.name ?? ''
      const group = heads.find((head) => head.key === to.cell)?.name ?? ''
      announce(t('workItems.dragDropped', { name, group, ...positionIn(groups, to, row.id) }))
    },
  })

  const more = useCallback((group: string) => void loadMore(view, group), [view])
  const select = useCallback(
    (group: string, isSelected: boolean) => selectGroup(view, group, groupAt(groups, group), isSelected),
    [view, groups],
  )
  const add = useCallback(
    (group: string) => {
      if (folded.has(group)) toggle(group)
      setAdding(group)
    },
    [folded, toggle],
  )

  function line(at: Line) {
    const { group } = at
    const shown = groupAt(groups, group)
    const head = heads.find(({ key }) => key === group)
    if (at.kind === 'item') {
      return (
        <ListRow
          id={at.id}
          group={group}
          shown={display_properties}
          manual={manual}
          peeked={selected === at.id}
          lifted={lifted === at.id}
          landing={
            landing?.cell !== group
              ? null
              : landing.before === at.id
                ? 'top'
                : landing.before === null && shown.ids.at(-1) === at.id
                  ? 'bottom'
                  : null
          }
          onOpen={onOpen}
        />
      )
    }
    if (at.kind === 'more') {
      return (
        <MoreLine
          group={group}
          loaded={shown.ids.length}
          loading={loadingMore.includes(group)}
          onMore={more}
        />
      )
    }
    if (head === undefined) return null
    if (at.kind === 'add') {
      return (
        <div className="px-4 py-2">
          <QuickAdd
            group={group}
            placeholder={t('workItems.quickAdd', { name: head.name })}
            onCreate={(to, name) => void createIn(listing, to, null, name)}
            onClose={() => setAdding(null)}
          />
        </div>
      )
    }
    return (
      <ListGroup
        group={group}
        name={head.name}
        icon={head.icon}
        shown={shown}
        folded={folded.has(group)}
        isTarget={over === group}
        onFold={toggle}
        onSelect={select}
        onAdd={canAdd ? add : undefined}
      />
    )
  }

  return (
    <ItemContextMenu onRename={({ dataset: { item = '', cell = '' } }) => setRenaming(rowKey(cell, item))}>
      <div ref={element} className="flex min-h-0 flex-1 flex-col">
        <p id="list-keys" className="sr-only">
          {t('workItems.listKeys')}
        </p>
        <VirtualList
          ref={list}
          className="min-h-0 flex-1"
          label={t('workItems.list')}
          rows={lines}
          keyOf={lineKey}
          rowHeight={34}
          measured
          sticky={stickyHeads}
          footer={<div className="h-16" />}
        >
          {line}
        </VirtualList>
      </div>
    </ItemContextMenu>
  )
}

const stickyHeads = { is: (line: Line) => line.kind === 'group', height: 36 }

/** All of a group, those too that are not loaded; or nothing of it. */
function selectGroup(
  view: ListingView,
  group: string,
  { ids, total }: { ids: readonly string[]; total: number },
  isSelected: boolean,
): void {
  const { group_by } = view.listing
  if (!isSelected) {
    deselect((id) => {
      const row = tables.work_items.get(id)
      return row !== undefined && (group_by === null || groupsOf(group_by, row).includes(group))
    })
  } else if (ids.length < total) void selectAllOf(view, group)
  else selectAlso(ids)
}
