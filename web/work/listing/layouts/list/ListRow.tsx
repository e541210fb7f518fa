import { atom, useAtomValue, useSetAtom } from 'jotai'
import { memo, useMemo, useRef } from 'react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { tables } from '../../../../platform/app/sync.ts'
import { useCanEditItem } from '../../../../platform/person/roles.ts'
import { cx } from '../../../../platform/ui/cx.ts'
import { useIsRowFullyRendered } from '../../../../platform/ui/deferred-rows.ts'
import { formatItemKey, getItemPath, getItemTitle } from '../../../work-items/actions.ts'
import { ItemMenu } from '../../bulk/ItemMenu.tsx'
import { DropLine } from '../../drag/DropLine.tsx'
import { useCardDrag } from '../../drag/drag.ts'
import { focusWhenRenderedIdAtom, useFocusWhenRendered } from '../../drag/focus-next.ts'
import { useKeepFocusOnMovedItem } from '../../drag/keep-focus.ts'
import { GitBadge } from '../../GitBadge.tsx'
import type { ShownProperties } from '../../properties/registry.ts'
import { ItemSelectBox } from '../../selection/ItemSelectBox.tsx'
import { useIsSelected } from '../../selection/selected.ts'
import { DraftPreview } from '../DraftPreview.tsx'
import { DraftProject } from '../DraftProject.tsx'
import { handleItemClick } from '../handle-item-click.ts'
import { ItemPresenceOutline } from '../ItemPresenceOutline.tsx'
import { ParentLabel } from '../ParentLabel.tsx'
import { useFlashWhenCreated } from '../use-flash-when-created.ts'
import { rowKey } from './lines.ts'
import { RenameField } from './RenameField.tsx'
import { RowValues } from './RowValues.tsx'
import { renamedRowKeyAtom } from './renamed-row-key.ts'

interface ListRowProps {
  id: string
  group: string
  shown: ShownProperties
  /** True if the order is manual, so that a drop between two rows sets a position. */
  manual: boolean
  /** True if the side panel shows this item. */
  peeked: boolean
  /** True if this row is being dragged by touch. */
  lifted: boolean
  /**
   * The edge at which a dragged row would be inserted: before this row, or after it at the end of the group.
   */
  landing: 'top' | 'bottom' | null
  onOpen: (id: string) => void
}

/** One work item as a row. It subscribes to its own row, so changes of other rows do not rerender it. */
export const ListRow = memo(function ListRow(props: ListRowProps) {
  const row = useAtomValue(tables.work_items.rowAtom(props.id))
  return row && <LoadedRow {...props} row={row} />
})

function LoadedRow({
  row,
  group,
  shown,
  manual,
  peeked,
  lifted,
  landing,
  onOpen,
}: ListRowProps & { row: WorkItemRow }) {
  const canEdit = useCanEditItem(row)
  const selected = useIsSelected(row.id)
  const element = useRef<HTMLDivElement>(null)
  const { dragging, edge } = useCardDrag(element, row.id, group)
  useKeepFocusOnMovedItem(element, row.id)
  useFlashWhenCreated(element, row.id)
  const line = manual ? (edge ?? landing) : null
  const values = { row, shown, canEdit }
  const isWhole = useIsRowFullyRendered()
  return (
    <div
      ref={element}
      data-item={row.id}
      data-drop-slot={row.id}
      data-cell={group}
      className={cx(
        'group/row relative flex h-row items-center gap-2 print:h-auto print:min-h-row print:py-1 border-b border-line px-gutter select-none coarse:h-11',
        selected ? 'bg-accent-soft' : 'hover:bg-hover',
        peeked && 'shadow-[inset_2px_0_var(--accent)]',
        (dragging || lifted) && 'opacity-45',
      )}
    >
      {line && <DropLine edge={line} />}
      {isWhole && (
        <ItemSelectBox
          id={row.id}
          name={getItemTitle(row)}
          className="pointer-fine:absolute! pointer-fine:start-0.5 coarse:-ms-1.5 z-1 group-focus-within/row:visible group-hover/row:visible"
        />
      )}
      <RowValues {...values} where="before" />
      <TitleWithDetails {...values} group={group} isWhole={isWhole} onOpen={onOpen} />
      {isWhole && (
        <>
          <RowValues {...values} where="end" />
          {row.is_draft && <DraftProject row={row} className="w-40 max-sm:hidden" />}
          {(row.archived_at !== null || row.is_draft) && <ItemMenu row={row} className="z-1 -me-1.5" />}
          <ItemPresenceOutline row={row} />
        </>
      )}
    </div>
  )
}

interface TitleWithDetailsProps extends TitleProps {
  shown: ShownProperties
  /** False while the list scrolls fast and only the titles are rendered. */
  isWhole: boolean
}

/**
 * The title of a row, with its parent before it. The values of properties that are shown beside the title follow it.
 */
function TitleWithDetails({ isWhole, shown, ...title }: TitleWithDetailsProps) {
  const { row, canEdit } = title
  return (
    <span className="flex min-w-0 flex-1 items-center gap-2">
      {isWhole && (
        <ParentLabel row={row} shown={shown} className="max-w-2/5 shrink-0" titleClass="hidden @2xl:inline" />
      )}
      <Title {...title} />
      {isWhole && row.git_state !== null && <GitBadge state={row.git_state} />}
      {isWhole && row.is_draft && <DraftPreview id={row.id} />}
      {isWhole && <RowValues row={row} shown={shown} canEdit={canEdit} where="title" />}
    </span>
  )
}

interface TitleProps {
  row: WorkItemRow
  group: string
  canEdit: boolean
  onOpen: (id: string) => void
}

/**
 * The title of a row. Its link covers the whole row, so that a click anywhere except on a value opens the
 * item.
 */
function Title({ row, group, canEdit, onOpen }: TitleProps) {
  const key = rowKey(group, row.id)
  const renaming = useAtomValue(useMemo(() => atom((get) => get(renamedRowKeyAtom) === key), [key]))
  const setRenaming = useSetAtom(renamedRowKeyAtom)
  const setFocusNext = useSetAtom(focusWhenRenderedIdAtom)
  const link = useRef<HTMLAnchorElement>(null)
  useFocusWhenRendered(link, key)
  if (renaming && canEdit) {
    return (
      <RenameField
        row={row}
        onDone={(byKey) => {
          setRenaming(null)
          if (byKey) setFocusNext(key)
        }}
      />
    )
  }
  return (
    <a
      ref={link}
      data-card={row.id}
      // Prevents native link dragging, because the row itself is draggable.
      draggable={false}
      data-untitled={row.name === '' || undefined}
      href={getItemPath(row)}
      aria-describedby="list-keys"
      // Prevents Shift with a click from selecting text.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onClick={(event) => handleItemClick(event, row.id, onOpen)}
      dir="auto"
      className="min-w-0 cursor-default truncate font-medium print:whitespace-normal text-text outline-none [-webkit-touch-callout:none] after:absolute after:inset-0 after:-outline-offset-2 after:outline-focus focus-visible:after:bg-hover focus-visible:after:outline-2 data-untitled:font-normal data-untitled:text-faint"
    >
      {!row.is_draft && (
        <span dir="ltr" className="sr-only">
          {formatItemKey(row)}{' '}
        </span>
      )}
      {getItemTitle(row)}
    </a>
  )
}
