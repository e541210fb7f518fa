import type { ModuleRow } from '#common/planning/modules/schema.ts'
import type { Measuring } from '../../work/plans/measure.ts'
import type { PlanCounts } from '../plans/use-counts.ts'

export interface ModuleLayoutProps {
  /** The modules, sorted for display. */
  modules: readonly ModuleRow[]
  archived: readonly ModuleRow[]
  counts: ReadonlyMap<string, PlanCounts>
  measuring: Measuring
  /** True if the modules are in manual order and can be dragged. */
  areMovable: boolean
}
