import { useAtomValue } from 'jotai'
import { memo, useRef } from 'react'
import { flatListingGroupName } from '#common/work/listing/keys.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../../../locales/i18n.ts'
import { store, tables } from '../../../../platform/app/sync.ts'
import { cx } from '../../../../platform/ui/cx.ts'
import { useIsRowFullyRendered } from '../../../../platform/ui/deferred-rows.ts'
import { StateIcon } from '../../../../platform/ui/StateIcon.tsx'
import { formatItemKey, getItemPath } from '../../../work-items/actions.ts'
import { DropLine } from '../../drag/DropLine.tsx'
import { useCardDrag } from '../../drag/drag.ts'
import { useFocusWhenRendered } from '../../drag/focus-next.ts'
import { useKeepFocusOnMovedItem } from '../../drag/keep-focus.ts'
import type { ShownProperties } from '../../properties/registry.ts'
import { ItemSelectBox } from '../../selection/ItemSelectBox.tsx'
import { useIsSelected } from '../../selection/selected.ts'
import { handleItemClick } from '../handle-item-click.ts'
import { ItemPropertyValues, useItemValueTexts } from '../ItemPropertyValues.tsx'
import { useFlashWhenCreated } from '../use-flash-when-created.ts'
import { ganttRowHeight, toDayNumber } from './geometry.ts'
import { hoveredGanttItemAtom, useDatesPreview, useIsItemHovered } from './preview.ts'

interface SidebarRowProps {
  id: string
  index: number
  count: number
  manual: boolean
  shown: ShownProperties
  /** True if the side panel shows this item. */
  peeked: boolean
  lifted: boolean
  onOpen: (id: string) => void
}

export const GanttSidebarRow = memo(function SidebarRow({ id, index, count, ...props }: SidebarRowProps) {
  const row = useAtomValue(tables.work_items.rowAtom(id))
  return (
    <div
      {...itemOf(count, index)}
      style={{ top: index * ganttRowHeight, height: ganttRowHeight }}
      className="absolute inset-x-0"
      onPointerEnter={() => store.set(hoveredGanttItemAtom, id)}
      onPointerLeave={() => store.set(hoveredGanttItemAtom, null)}
    >
      {row && <Filled row={row} {...props} />}
    </div>
  )
})

/**
 * Returns the attributes with the position of a row in the whole list, because only visible rows are
 * rendered.
 */
function itemOf(count: number, index: number) {
  return { role: 'listitem', 'aria-setsize': count, 'aria-posinset': index + 1 }
}

interface FilledProps extends Omit<SidebarRowProps, 'id' | 'index' | 'count'> {
  row: WorkItemRow
}

function Filled({ row, manual, shown, peeked, lifted, onOpen }: FilledProps) {
  const { t } = useTranslation()
  const { id } = row
  const state = useAtomValue(tables.states.rowAtom(row.state_id))
  const pointed = useIsItemHovered(id)
  const selected = useIsSelected(id)
  const preview = useDatesPreview(id)
  const element = useRef<HTMLDivElement>(null)
  const link = useRef<HTMLAnchorElement>(null)
  useKeepFocusOnMovedItem(element, id)
  const { dragging, edge } = useCardDrag(element, id, flatListingGroupName, !manual)
  useFocusWhenRendered(link, id)
  useFlashWhenCreated(element, id)
  const { start_date, target_date } = preview ?? row
  const isWhole = useIsRowFullyRendered()
  const facts = useItemValueTexts(row, shown)
  return (
    <>
      {edge && <DropLine edge={edge} />}
      <div
        ref={element}
        data-item={id}
        data-drop-slot={id}
        data-cell={flatListingGroupName}
        className={cx(
          'group/row relative flex h-full select-none items-center gap-2 border-b border-line bg-sheet px-gutter max-sm:gap-1.5 max-sm:px-3',
          selected
            ? 'bg-[image:linear-gradient(var(--accent-soft),var(--accent-soft))]'
            : (pointed || peeked) && 'bg-[image:linear-gradient(var(--hover),var(--hover))]',
          peeked && 'shadow-[inset_2px_0_var(--accent)]',
          lifted && 'shadow-[inset_0_0_0_1px_var(--accent)]',
          dragging && 'opacity-45',
        )}
      >
        {isWhole && (
          <ItemSelectBox
            id={id}
            name={row.name}
            className="pointer-fine:absolute! pointer-fine:left-0.5 coarse:-ml-1.5 z-1 group-focus-within/row:visible group-hover/row:visible max-sm:hidden"
          />
        )}
        {state && <StateIcon group={state.group} color={state.color} />}
        {shown.key && (
          <span
            aria-hidden
            className="min-w-16 shrink-0 whitespace-nowrap text-sm text-faint tabular max-sm:hidden"
          >
            {formatItemKey(row)}
          </span>
        )}
        <a
          ref={link}
          data-card={id}
          draggable={false}
          href={getItemPath(row)}
          aria-current={lifted || undefined}
          // Prevents Shift with a click from selecting text.
          onMouseDown={(event) => event.shiftKey && event.preventDefault()}
          onClick={(event) => handleItemClick(event, id, onOpen)}
          dir="auto"
          title={facts.join(' · ') || undefined}
          className="text-left min-w-0 flex-1 cursor-default truncate font-medium text-text outline-none [-webkit-touch-callout:none] after:absolute after:inset-0 after:-outline-offset-2 after:outline-focus focus-visible:after:outline-2"
        >
          <span dir="ltr" className="sr-only">
            {formatItemKey(row)}{' '}
          </span>
          {row.name}
        </a>
        <span className="flex max-sm:hidden">
          <ItemPropertyValues row={row} shown={shown} compact />
        </span>
        {start_date !== null && target_date !== null && (
          <span className="shrink-0 text-sm text-faint tabular max-sm:hidden">
            {t('workItems.gantt.days', { count: toDayNumber(target_date) - toDayNumber(start_date) + 1 })}
          </span>
        )}
      </div>
    </>
  )
}
