import { type ReactNode, useRef } from 'react'
import { useTranslation } from '../../../../locales/i18n.ts'
import { CountLabel } from '../../../../platform/ui/CountLabel.tsx'
import { cx } from '../../../../platform/ui/cx.ts'
import { useCellDrop } from '../../drag/drag.ts'

interface FoldedColumnProps {
  cell: string
  name: string
  icon: ReactNode
  total: number
  position: number
  columnCount: number
  onUnfold: () => void
}

/** A collapsed column. Cards can still be dropped on it. */
export function FoldedColumn({
  cell,
  name,
  icon,
  total,
  position,
  columnCount,
  onUnfold,
}: FoldedColumnProps) {
  const { t } = useTranslation()
  const element = useRef<HTMLElement>(null)
  const over = useCellDrop(element, cell)
  const label = t('workItems.columnLabel', { name, count: total })
  return (
    <section
      ref={element}
      data-cell={cell}
      data-board-column={cell}
      aria-label={t('workItems.columnPosition', { label, position, total: columnCount })}
      className={cx('flex h-full w-9 print:w-auto shrink-0 rounded-md transition-colors', over && 'bg-hover')}
    >
      <button
        type="button"
        data-on-paper
        data-unfold
        aria-expanded={false}
        aria-label={t('workItems.unfold', { name })}
        onClick={onUnfold}
        className="flex w-full flex-col print:flex-row items-center gap-2 rounded-md py-2 font-strong hover:bg-hover"
      >
        {icon}
        <span className="max-h-56 truncate [writing-mode:vertical-rl] print:[writing-mode:horizontal-tb]">
          {name}
        </span>
        <CountLabel value={total} />
      </button>
    </section>
  )
}
