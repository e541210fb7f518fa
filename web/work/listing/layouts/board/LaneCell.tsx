import { Plus } from 'lucide-react'
import { memo, useRef, useState } from 'react'
import { useTranslation } from '../../../../locales/i18n.ts'
import { CountLabel } from '../../../../platform/ui/CountLabel.tsx'
import { cx } from '../../../../platform/ui/cx.ts'
import { useCellDrop } from '../../drag/drag.ts'
import { addButtonAttribute } from '../add-button.ts'
import { QuickAdd } from '../QuickAdd.tsx'
import { useAddItemButtonLabel } from '../use-add-label.ts'
import { CardWithDropPlaceholder } from './CardWithDropPlaceholder.tsx'
import { DropPlaceholder } from './DropPlaceholder.tsx'
import type { SharedCellProps } from './keyboard-move-target.ts'
import { laneColumnWidth } from './use-column-window.ts'

interface LaneCellProps extends SharedCellProps {
  /** The name of the column, which is printed above the cell. */
  column: string
  /** True if the column is collapsed. Cards can be dropped on the cell but are not shown. */
  folded: boolean
  /** True if the lane is empty, so that the cell is only a drop target. */
  isLine: boolean
  /** True if the header of the lane overlaps this cell. The header already has an add button. */
  isBelowHead: boolean
  /** True if the add button of the lane opens the form in this cell. */
  isAdding: boolean
  onAdded: () => void
  onMore: (cell: string) => void
}

/**
 * The cell where a column and a lane cross. It is as high as its cards, and has a button that loads more of
 * them.
 */
export const LaneCell = memo(function LaneCell(props: LaneCellProps) {
  const { column, folded, isLine, isBelowHead, isAdding, onAdded, onMore, ...parts } = props
  const { cell, name, group, loadingMore, canAdd, landing } = parts
  const { t } = useTranslation()
  const element = useRef<HTMLElement>(null)
  const [addsToCell, setAddsToCell] = useState(false)
  const adding = addsToCell || isAdding
  const mayAdd = canAdd && !isBelowHead
  const over = useCellDrop(element, cell)
  const hidden = group.total - group.ids.length
  return (
    <section
      ref={element}
      data-cell={cell}
      aria-label={t('workItems.columnLabel', { name, count: group.total })}
      className={cx(
        'group/cell flex shrink-0 flex-col rounded-md transition-colors',
        isLine ? 'min-h-9' : 'min-h-16',
        group.total === 0 ? 'print:hidden' : 'print:min-h-0 print:w-auto!',
        laneColumnWidth(folded),
        over && 'bg-hover',
      )}
    >
      <h3 className="hidden items-center gap-1.75 py-1 font-medium print:flex">
        <span className="truncate">{column}</span>
        <CountLabel value={group.total} />
      </h3>
      {folded ? (
        <span className="py-2 text-center font-medium text-faint tabular print:hidden">
          {isLine || group.total}
        </span>
      ) : (
        <>
          {group.ids.length > 0 && (
            <ul className="contents">
              {group.ids.map((id) => (
                <li key={id} className="relative">
                  <CardWithDropPlaceholder id={id} {...parts} />
                </li>
              ))}
            </ul>
          )}
          {landing && landing.before === null && <DropPlaceholder />}
          {hidden > 0 && (
            <button type="button" disabled={loadingMore} onClick={() => onMore(cell)} className={footClass}>
              {loadingMore ? t('ui.loading') : t('workItems.moreOf', { count: hidden })}
            </button>
          )}
          {(adding || mayAdd) && (
            <CellAdd
              {...parts}
              isOpen={adding}
              onOpen={() => setAddsToCell(true)}
              onClose={() => {
                setAddsToCell(false)
                onAdded()
              }}
            />
          )}
        </>
      )}
    </section>
  )
})

interface CellAddProps extends Pick<SharedCellProps, 'cell' | 'name' | 'onCreate'> {
  isOpen: boolean
  onOpen: () => void
  onClose: () => void
}

function CellAdd({ cell, name, onCreate, isOpen, onOpen, onClose }: CellAddProps) {
  const { t } = useTranslation()
  const addLabel = useAddItemButtonLabel()
  if (isOpen) {
    return (
      <QuickAdd
        group={cell}
        onCreate={(to, typed) => onCreate(to, typed, 'bottom')}
        onClose={onClose}
        placeholder={t('workItems.quickAdd', { name })}
      />
    )
  }
  return (
    <button
      type="button"
      {...addButtonAttribute(cell)}
      aria-label={t('workItems.addTo', { name })}
      onClick={onOpen}
      className={cx(
        footClass,
        'opacity-0 focus-visible:opacity-100 group-focus-within/cell:opacity-100 group-hover/cell:opacity-100 coarse:opacity-100',
      )}
    >
      <Plus aria-hidden />
      {addLabel}
    </button>
  )
}

const footClass =
  'flex h-7.5 w-full items-center gap-1.75 rounded-md px-2 text-faint hover:bg-hover hover:text-text coarse:h-touch'
