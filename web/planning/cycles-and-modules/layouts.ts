import type { ReactNode } from 'react'
import type { ProgressSnapshot } from '#common/planning/cycles/schema.ts'
import type { CycleOrModuleRow, CycleOrModuleTable } from './definition.ts'
import type { CycleOrModuleCounts } from './use-counts.ts'

export const cycleOrModuleLayouts = ['list', 'board', 'gantt'] as const
export type CycleOrModuleLayout = (typeof cycleOrModuleLayouts)[number]

/** The functions and texts for gallery cards and timeline bars that differ between cycles and modules. */
export interface CycleOrModuleCardParts<Row extends CycleOrModuleRow> {
  table: CycleOrModuleTable
  icon: (row: Row) => ReactNode
  /** Returns the first and last day. A missing day is null. */
  days: (row: Row) => { start_date: string | null; target_date: string | null }
  /** Returns the first and last day as text. */
  daysText: (row: Row) => string
  people: (row: Row, counts: CycleOrModuleCounts | undefined) => readonly string[]
  peopleLabel: string
  menu: (row: Row) => ReactNode
  /**
   * Returns the estimate type that was stored when the cycle was completed. It is null for a module, and for
   * a cycle that is not completed, because these use the current estimate of the project.
   */
  frozen: (row: Row) => Pick<ProgressSnapshot, 'estimate_type'> | null
}

export interface CycleOrModuleLayoutProps<Row extends CycleOrModuleRow> {
  label: string
  /** The cycles or modules in the order in which they are shown. */
  rows: readonly Row[]
  counts: ReadonlyMap<string, CycleOrModuleCounts>
  parts: CycleOrModuleCardParts<Row>
}
