import type { ModuleRow } from '#common/modules/schema.ts'
import { positionBetween } from '#common/positions.ts'
import type { Measuring } from '../planning/measure.ts'
import { editModule } from './actions.ts'
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
  const others = modules.filter((one) => one !== module)
  const place = at + by
  if (module === undefined || place < 0 || place > others.length) return null
  const [before, after] = [others[place - 1]?.sort_order ?? null, others[place]?.sort_order ?? null]
  return () => void editModule(module, { sort_order: positionBetween(before, after) })
}
