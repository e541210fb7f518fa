import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react'
import { useTranslation } from '../../locales/i18n.ts'
import { MenuItem } from './MenuItem.tsx'
import type { SortableRowMoves } from './sortable.ts'

interface MoveItemsProps {
  row: string
  order: Pick<SortableRowMoves, 'step'>
  isFirst?: boolean
  isLast?: boolean
  axis?: 'x' | 'y'
}

/** Menu items that move a row of a `SortableList`, for touch devices. */
export function ReorderMenuItems({ row, order, isFirst, isLast, axis = 'y' }: MoveItemsProps) {
  const { t } = useTranslation()
  const isRow = axis === 'x'
  return (
    <>
      <MenuItem
        icon={isRow ? <ArrowLeft /> : <ArrowUp />}
        keys={isRow ? 'alt+arrowleft' : 'alt+arrowup'}
        {...(isFirst && { disabled: true })}
        onSelect={() => void order.step(row, -1)}
      >
        {t(isRow ? 'ui.earlier' : 'ui.up')}
      </MenuItem>
      <MenuItem
        icon={isRow ? <ArrowRight /> : <ArrowDown />}
        keys={isRow ? 'alt+arrowright' : 'alt+arrowdown'}
        {...(isLast && { disabled: true })}
        onSelect={() => void order.step(row, 1)}
      >
        {t(isRow ? 'ui.later' : 'ui.down')}
      </MenuItem>
    </>
  )
}
