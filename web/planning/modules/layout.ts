import type { ModuleRow } from '#common/planning/modules/schema.ts'
import type { Measuring } from '../../work/plans/measure.ts'
import type { PlanCounts } from '../plans/use-counts.ts'

export interface ModuleLayoutProps {
  /** In their order. */
  modules: readonly ModuleRow[]
  archived: readonly ModuleRow[]
  counts: ReadonlyMap<string, PlanCounts>
  measuring: Measuring
  /** Whether their order is one that is made by hand. */
  areMovable: boolean
}
