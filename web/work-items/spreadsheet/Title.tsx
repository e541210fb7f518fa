import type { WorkItemRow } from '#common/work-items/schema.ts'
import { keyOf } from '../actions.ts'

interface TitleProps {
  row: WorkItemRow
  hasKey: boolean
}

/** Its text opens the item; keys do that on the cell, so the text itself takes no focus. */
export function Title({ row, hasKey }: TitleProps) {
  return (
    <span className="flex h-full min-w-0 items-center gap-2.5">
      {hasKey && (
        <span className="w-16 shrink-0 truncate text-sm text-faint tabular max-sm:hidden">{keyOf(row)}</span>
      )}
      <span
        data-open
        className="flex h-full min-w-0 cursor-pointer items-center font-medium underline-offset-3 decoration-line-strong hover:underline coarse:flex-1"
      >
        <span className="truncate">{row.name}</span>
      </span>
    </span>
  )
}
