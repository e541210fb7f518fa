import type { ModuleRow } from '#common/planning/modules/schema.ts'
import { compareNames } from '../../locales/formats.ts'

export function compareModulesByName(one: ModuleRow, other: ModuleRow): number {
  return compareNames(one.name, other.name) || one.id.localeCompare(other.id)
}
