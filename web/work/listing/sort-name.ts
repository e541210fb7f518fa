import type { ReferencedRowNameLookup } from '#common/work/listing/order.ts'
import type { ReferencedRowKind } from '#common/work/listing/properties.ts'
import { tables } from '../../platform/app/sync.ts'

/** Returns the name of a loaded row for sorting. People are sorted by first name, or by display name if they have none. */
export const getSortName: ReferencedRowNameLookup = (kind, id) => names[kind](id) ?? null

const names: Record<ReferencedRowKind, (id: string) => string | number | undefined> = {
  state: (id) => tables.states.get(id)?.name,
  label: (id) => tables.labels.get(id)?.name,
  project: (id) => tables.projects.get(id)?.name,
  cycle: (id) => tables.cycles.get(id)?.name,
  epic: (id) => tables.work_items.get(id)?.name,
  module: (id) => tables.modules.get(id)?.name,
  estimate_point: (id) => tables.estimate_points.get(id)?.key,
  person: (id) => {
    const person = tables.users.get(id)
    return person && (person.first_name || person.display_name)
  },
}
