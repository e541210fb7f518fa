import { Plus } from 'lucide-react'
import { memo, useRef, useState } from 'react'
import { useTranslation } from '../../../locales/i18n.ts'
import { cx } from '../../../ui/cx.ts'
import { useCellDrop } from '../../drag/drag.ts'
import { QuickAdd } from '../QuickAdd.tsx'
import type { CellParts } from './board-parts.ts'
import { CellCard } from './CellCard.tsx'
import { Landing } from './Landing.tsx'

interface LaneCellProps extends CellParts {
  className: string
  /** Its column is a strip: cards can be dropped, but are not shown. */
  folded: boolean
  onMore: (cell: string) => void
}

/** Where a column and a lane cross. It grows with its cards, of which more are shown on request. */
export const LaneCell = memo(function LaneCell({ className, folded, onMore, ...parts }: LaneCellProps) {
  const { cell, name, group, loadingMore, canAdd, landing, onCreate } = parts
  const { t } = useTranslation()
  const element = useRef<HTMLElement>(null)
  const [adding, setAdding] = useState(false)
  const over = useCellDrop(element, cell)
  const hidden = group.total - group.ids.length
  return (
    <section
      ref={element}
      data-cell={cell}
      aria-label={t('workItems.columnLabel', { name, count: group.total })}
      className={cx(
        'group/cell flex min-h-16 shrink-0 flex-col rounded-md transition-colors',
        className,
        over && 'bg-hover',
      )}
    >
      {folded ? (
        <span className="py-2 text-center font-medium text-faint tabular">{group.total}</span>
      ) : (
        <>
          {group.ids.length > 0 && (
            <ul className="contents">
              {group.ids.map((id) => (
                <li key={id} className="relative">
                  <CellCard id={id} {...parts} />
                </li>
              ))}
            </ul>
          )}
          {landing && landing.before === null && <Landing />}
          {hidden > 0 && (
            <button type="button" disabled={loadingMore} onClick={() => onMore(cell)} className={footClass}>
              {loadingMore ? t('ui.loading') : t('workItems.moreOf', { count: hidden })}
            </button>
          )}
          {adding ? (
            <QuickAdd
              group={cell}
              onCreate={onCreate}
              onClose={() => setAdding(false)}
              placeholder={t('workItems.quickAdd', { name })}
            />
          ) : (
            canAdd && (
              <button
                type="button"
                aria-label={t('workItems.addTo', { name })}
                onClick={() => setAdding(true)}
                className={cx(
                  footClass,
                  'opacity-0 focus-visible:opacity-100 group-focus-within/cell:opacity-100 group-hover/cell:opacity-100 coarse:opacity-100',
                )}
              >
                <Plus aria-hidden />
                {t('workItems.addItem')}
              </button>
            )
          )}
        </>
      )}
    </section>
  )
})

const footClass =
  'flex h-7.5 w-full items-center gap-1.75 rounded-md px-2 text-faint hover:bg-hover hover:text-text coarse:h-touch'
