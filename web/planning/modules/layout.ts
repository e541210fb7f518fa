import type { ModuleRow } from '#common/planning/modules/schema.ts'
import type { Measuring } from '../../work/plans/measure.ts'
import { placeModuleAmong } from './actions.ts'
import type { Counts } from './use-figures.ts'

export interface ModuleLayoutProps {
  /** In their order. */
  modules: readonly ModuleRow[]
  archived: readonly ModuleRow[]
  counts: ReadonlyMap<string, Counts>
  measuring: Measuring
  /** Whether their order is one that is made by hand. */
  areMovable: boolean
}

/** Puts a module one place up or down among those that are shown. Nothing at the end of them. */
export function moverOf(modules: readonly ModuleRow[], at: number, by: -1 | 1): (() => void) | null {
  const module = modules[at]
  const place = at + by
  if (module === undefined || place < 0 || place >= modules.length) return null
  return () => placeModule(modules, module, place)
}

/** Puts the one that was dropped at an edge of another there. */
export function dropModule(
  modules: readonly ModuleRow[],
  id: string,
  beside: ModuleRow,
  edge: 'top' | 'bottom',
): void {
  const module = modules.find((one) => one.id === id)
  const at = modules.filter((one) => one.id !== id).findIndex((one) => one.id === beside.id)
  if (module !== undefined && at >= 0) placeModule(modules, module, at + (edge === 'bottom' ? 1 : 0))
}

/** Among the others that are shown. */
function placeModule(modules: readonly ModuleRow[], module: ModuleRow, place: number): void {
  const others = modules.filter((one) => one.id !== module.id)
  void placeModuleAmong(module, others, place)
}
