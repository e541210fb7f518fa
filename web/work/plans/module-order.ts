import type { ModuleRow } from '#common/planning/modules/schema.ts'

export function compareModulesByName(one: ModuleRow, other: ModuleRow): number {
  return one.name.localeCompare(other.name, undefined, { numeric: true }) || one.id.localeCompare(other.id)
}
