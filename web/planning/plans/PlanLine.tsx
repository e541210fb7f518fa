import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { cx } from '../../platform/ui/cx.ts'
import { orderDragClass, useOrderDrag } from '../../platform/ui/use-order-drag.ts'
import { type Measuring, totalText } from '../../work/plans/measure.ts'
import { ProgressRing } from '../../work/plans/ProgressRing.tsx'
import { type PlanRow, type PlanType, planPath } from './plan-type.ts'
import type { PlanCounts } from './use-counts.ts'

interface PlanLineProps<Row extends PlanRow> {
  type: PlanType<Row>
  plan: Row
  icon: ReactNode
  /** Status and days, beside the name. */
  words: ReactNode
  counts: PlanCounts | undefined
  measuring: Measuring
  people: ReactNode
  menu: ReactNode
  /** The list in which the person orders the plans by hand; nothing in other lists. */
  siblings?: readonly Row[] | undefined
  /** Actions that appear when the pointer or the focus is on the line. */
  children?: ReactNode
}

const steps: Record<string, 1 | -1> = { ArrowUp: -1, ArrowDown: 1 }

/** A plan as a line of a list. */
export function PlanLine<Row extends PlanRow>(props: PlanLineProps<Row>) {
  const { type, plan, counts, measuring, siblings = [] } = props
  const row = useRef<HTMLLIElement>(null)
  const isMovable = type.useRights(plan.project_id).edit(plan) && props.siblings !== undefined
  const drag = useOrderDrag(row, {
    id: plan.id,
    list: `${type.table} of ${plan.project_id}`,
    enabled: isMovable,
    onDrop: (id, edge) => void type.drop(siblings, id, plan, edge),
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.altKey ? steps[event.key] : undefined
    if (step === undefined || !isMovable) return
    event.preventDefault()
    void type.move(siblings, plan, step)
    // The row that had the focus has moved in the page.
    requestAnimationFrame(() => row.current?.querySelector('a')?.focus())
  }
  return (
    <li
      ref={row}
      className={cx(
        'group/row relative flex min-h-12 items-center gap-3 border-b border-line pr-3 pl-4 hover:bg-hover',
        orderDragClass(drag),
      )}
    >
      {props.icon}
      <span className="flex min-w-0 flex-1 flex-col py-1.5 sm:flex-row sm:items-baseline sm:gap-3">
        <Link
          dir="auto"
          to={planPath(type.table, plan)}
          // The row is what is dragged, not its link.
          draggable={false}
          onKeyDown={onKeyDown}
          className="truncate text-left font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
        >
          {plan.name}
        </Link>
        <span className="truncate text-sm text-faint tabular">{props.words}</span>
      </span>
      {props.children}
      {counts && (
        <>
          <span className="w-20 shrink-0 truncate text-right text-sm text-faint tabular max-sm:hidden">
            {totalText(counts, measuring)}
          </span>
          {props.people}
          <span className="flex w-15 shrink-0">
            <ProgressRing counts={counts} measure={measuring.measure} />
          </span>
        </>
      )}
      {props.menu}
    </li>
  )
}
