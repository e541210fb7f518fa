import { atom, useAtomValue } from 'jotai'
import { FoldHorizontal, Plus } from 'lucide-react'
import { memo, type ReactNode, useMemo, useRef, useState } from 'react'
import { useTranslation } from '../../../../locales/i18n.ts'
import { CountLabel } from '../../../../platform/ui/CountLabel.tsx'
import { cx } from '../../../../platform/ui/cx.ts'
import { IconButton } from '../../../../platform/ui/IconButton.tsx'
import { Spinner } from '../../../../platform/ui/Spinner.tsx'
import type { ScrollMemory } from '../../../../platform/ui/scroll-memory.ts'
import { VirtualList } from '../../../../platform/ui/VirtualList.tsx'
import { GroupEstimateSum } from '../../../cycles-modules-epics/GroupEstimateSum.tsx'
import { recentlyCreatedAtom } from '../../../work-items/recently-created.ts'
import { useCellDrop } from '../../drag/drag.ts'
import { addButtonAttribute } from '../add-button.ts'
import { QuickAdd } from '../QuickAdd.tsx'
import { useAddItemButtonLabel } from '../use-add-label.ts'
import { useNewestTarget } from '../use-newest-target.ts'
import { CardWithDropPlaceholder } from './CardWithDropPlaceholder.tsx'
import { DropPlaceholder } from './DropPlaceholder.tsx'
import { keyboardMoveTargetAtom, type SharedCellProps } from './keyboard-move-target.ts'

interface ColumnProps extends SharedCellProps {
  icon: ReactNode
  onNearEnd: (cell: string) => void
  onFold: (cell: string) => void
  /** The position of the column on the board, counted from 1, and the number of columns. */
  position: number
  columnCount: number
  scrollMemory: ScrollMemory
}

/** The cards of a group in their own scroll container. */
export const Column = memo(function Column({ icon, onNearEnd, onFold, ...parts }: ColumnProps) {
  const { position, columnCount, scrollMemory } = parts
  const { cell, name, group, loadingMore, canAdd, landing, selected, onCreate } = parts
  const { t } = useTranslation()
  const addLabel = useAddItemButtonLabel()
  const element = useRef<HTMLElement>(null)
  const [adding, setAdding] = useState<'top' | 'bottom' | null>(null)
  const over = useCellDrop(element, cell)
  const wanted = useAtomValue(useMemo(() => wantedCardAtom(cell), [cell]))
  const created = useAtomValue(recentlyCreatedAtom)
  const revealed = useNewestTarget(
    [wanted, created, selected].map((id) => (id !== null && group.ids.includes(id) ? id : null)),
  )
  const label = t('workItems.columnLabel', { name, count: group.total })
  const quickAdd = (
    <QuickAdd
      group={cell}
      onCreate={(to, typed) => onCreate(to, typed, adding ?? 'bottom')}
      onClose={() => setAdding(null)}
      placeholder={t('workItems.quickAdd', { name })}
    />
  )
  return (
    <section
      ref={element}
      data-cell={cell}
      data-board-column={cell}
      aria-label={t('workItems.columnPosition', { label, position, total: columnCount })}
      className={cx(
        'flex h-full w-[min(var(--column),calc(100vw-3rem))] shrink-0 snap-start flex-col rounded-md transition-colors',
        over && 'bg-hover',
      )}
    >
      <header data-on-paper className="group/head flex h-7.5 shrink-0 items-center gap-1.75 pe-1 font-strong">
        {icon}
        <h2 className="truncate">{name}</h2>
        <CountLabel value={group.total} />
        <GroupEstimateSum sum={group.sum} />
        <span className="ms-auto flex items-center">
          <IconButton
            className="opacity-0 focus-visible:opacity-100 group-hover/head:opacity-100 coarse:opacity-100"
            size="sm"
            data-fold
            label={t('workItems.fold', { name })}
            icon={<FoldHorizontal />}
            onClick={() => onFold(cell)}
          />
          {canAdd && (
            <IconButton
              size="sm"
              label={t('workItems.addTo', { name })}
              icon={<Plus />}
              onClick={() => setAdding('top')}
            />
          )}
        </span>
      </header>
      <VirtualList
        className="-mx-px min-h-0 flex-1 px-px pt-1.5"
        label={name}
        rows={group.ids}
        keyOf={(id) => id}
        rowHeight={96}
        measured
        onNearEnd={() => onNearEnd(cell)}
        reveal={revealed}
        // If the keyboard moves to a card of this column, the column shows the card instead of its former position.
        scrollMemory={wanted === null ? scrollMemory : undefined}
        header={adding === 'top' && <div className="pb-1.75">{quickAdd}</div>}
        footer={
          <div className="pb-3">
            {landing && landing.before === null && <DropPlaceholder />}
            {loadingMore && (
              <div className="flex justify-center py-2 text-faint">
                <Spinner size={14} label={t('ui.loading')} />
              </div>
            )}
            {adding === 'bottom'
              ? quickAdd
              : canAdd && (
                  <button
                    type="button"
                    {...addButtonAttribute(cell)}
                    onClick={() => setAdding('bottom')}
                    className="flex h-7.5 w-full items-center gap-1.75 rounded-md px-2 text-faint hover:bg-hover hover:text-text coarse:h-touch"
                  >
                    <Plus aria-hidden />
                    {addLabel}
                  </button>
                )}
          </div>
        }
      >
        {(id) => <CardWithDropPlaceholder id={id} {...parts} />}
      </VirtualList>
    </section>
  )
})

/** The card of the column to which the keyboard moves. Each column uses its own atom, so that other columns do not rerender. */
function wantedCardAtom(cell: string) {
  return atom((get) => {
    const wanted = get(keyboardMoveTargetAtom)
    return wanted?.cell === cell ? wanted.id : null
  })
}
