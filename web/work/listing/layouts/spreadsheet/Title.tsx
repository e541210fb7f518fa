import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { formatItemKey } from '../../../work-items/actions.ts'
import { GitBadge } from '../../GitBadge.tsx'
import { ItemSelectBox } from '../../selection/ItemSelectBox.tsx'

interface TitleProps {
  row: WorkItemRow
  hasKey: boolean
}

/**
 * The title cell. Its text opens the item and its checkbox selects the item. Neither takes the focus, because
 * shortcuts on the cell do the same.
 */
export function Title({ row, hasKey }: TitleProps) {
  return (
    <span className="flex h-full min-w-0 items-center gap-2 coarse:flex-1">
      <ItemSelectBox
        id={row.id}
        name={row.name}
        tabIndex={-1}
        className="-ms-1 group-focus-within/row:visible group-hover/row:visible max-sm:hidden"
      />
      {hasKey && (
        <span className="min-w-20 shrink-0 text-sm text-faint tabular max-sm:hidden">
          {formatItemKey(row)}
        </span>
      )}
      <span
        data-open
        className="flex h-full min-w-0 cursor-pointer items-center font-medium decoration-line-strong underline-offset-3 hover:underline coarse:flex-1"
      >
        <span dir="auto" className="truncate">
          {row.name}
        </span>
      </span>
      {row.git_state !== null && <GitBadge state={row.git_state} />}
    </span>
  )
}
