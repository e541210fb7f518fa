import type { ReactNode } from 'react'
import type { ProgressSnapshot } from '#common/planning/cycles/schema.ts'
import type { PlanRow, PlanTable } from './plan-type.ts'
import type { PlanCounts } from './use-counts.ts'

export const planLayouts = ['list', 'board', 'gantt'] as const
export type PlanLayout = (typeof planLayouts)[number]

/** The parts of gallery cards and timeline bars that differ between cycles and modules. */
export interface PlanCardParts<Row extends PlanRow> {
  table: PlanTable
  icon: (plan: Row) => ReactNode
  /** Returns the first and last day. A missing day is null. */
  days: (plan: Row) => { start_date: string | null; target_date: string | null }
  /** Returns the first and last day as text. */
  daysText: (plan: Row) => string
  people: (plan: Row, counts: PlanCounts | undefined) => readonly string[]
  peopleLabel: string
  menu: (plan: Row) => ReactNode
  /**
   * Returns the estimate type that was stored when the cycle was completed. It is null for a module, and for
   * a cycle that is not completed, because these use the current estimate of the project.
   */
  frozen: (plan: Row) => Pick<ProgressSnapshot, 'estimate_type'> | null
}

export interface PlanLayoutProps<Row extends PlanRow> {
  label: string
  /** The cycles or modules in the order in which they are shown. */
  plans: readonly Row[]
  counts: ReadonlyMap<string, PlanCounts>
  parts: PlanCardParts<Row>
}
