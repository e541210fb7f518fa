import { memo } from 'react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { getPropertyDetail } from '../../properties/details.tsx'
import type { SheetColumn } from './columns.ts'
import { Title } from './Title.tsx'

interface CellContentProps {
  row: WorkItemRow
  column: SheetColumn
}

/** The value of a cell. Renders nothing without a value. */
export const CellContent = memo(function CellContent({ row, column: { name, hasKey } }: CellContentProps) {
  if (name === 'title') return <Title row={row} hasKey={hasKey === true} />
  const { Cell } = getPropertyDetail(name)
  return Cell && <Cell name={name} row={row} />
})
