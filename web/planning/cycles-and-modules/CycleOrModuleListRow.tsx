import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { SortableRow } from '../../platform/ui/SortableRow.tsx'
import { type ChosenMeasure, formatTotal } from '../../work/cycles-modules-epics/measure.ts'
import { ProgressRing } from '../../work/cycles-modules-epics/ProgressRing.tsx'
import { type CycleOrModuleDefinition, type CycleOrModuleRow, cycleOrModulePath } from './definition.ts'
import type { CycleOrModuleCounts } from './use-counts.ts'

interface CycleOrModuleListRowProps<Row extends CycleOrModuleRow> {
  definition: CycleOrModuleDefinition<Row>
  row: Row
  icon: ReactNode
  /** The status and the first and last day of the cycle or module, shown next to its name. */
  words: ReactNode
  counts: CycleOrModuleCounts | undefined
  measuring: ChosenMeasure
  people: ReactNode
  menu: ReactNode
  /** Actions that appear when the pointer or the focus is on the line. */
  children?: ReactNode
}

/** A line in a list of cycles or modules. Must be inside a `SortableList`. */
export function CycleOrModuleListRow<Row extends CycleOrModuleRow>(props: CycleOrModuleListRowProps<Row>) {
  const { definition, row, counts, measuring } = props
  const canEdit = definition.useRights(row.project_id).edit(row)
  return (
    <SortableRow
      row={row.id}
      disabled={!canEdit}
      className="group/row flex min-h-12 items-center gap-3 border-b border-line pe-3 ps-4 hover:bg-hover"
    >
      {props.icon}
      <span className="flex min-w-0 flex-1 flex-col py-1.5 sm:flex-row sm:items-baseline sm:gap-3">
        <Link
          dir="auto"
          to={cycleOrModulePath(definition.table, row)}
          // Prevents the browser from dragging the link instead of the row.
          draggable={false}
          className="truncate text-ui-start font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
        >
          {row.name}
        </Link>
        <span className="truncate text-sm text-faint tabular">{props.words}</span>
      </span>
      {props.children}
      {counts && (
        <>
          <span className="w-28 shrink-0 truncate text-ui-end text-sm text-faint tabular max-sm:hidden">
            {formatTotal(counts, measuring)}
          </span>
          {props.people}
          <span className="flex w-15 shrink-0">
            <ProgressRing counts={counts} measure={measuring.measure} />
          </span>
        </>
      )}
      {props.menu}
    </SortableRow>
  )
}
