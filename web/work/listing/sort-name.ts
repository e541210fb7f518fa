import type { ReferencedRowNameLookup } from '#common/work/listing/order.ts'
import { tables } from '../../platform/app/sync.ts'

/** Returns the name of a loaded row for sorting. People are sorted by first name, or by display name if they have none. */
export const getSortName: ReferencedRowNameLookup = (kind, id) => {
  if (kind === 'state') return tables.states.get(id)?.name ?? null
  if (kind === 'label') return tables.labels.get(id)?.name ?? null
  if (kind === 'cycle') return tables.cycles.get(id)?.name ?? null
  if (kind === 'epic') return tables.work_items.get(id)?.name ?? null
  if (kind === 'module') return tables.modules.get(id)?.name ?? null
  if (kind === 'estimate_point') return tables.estimate_points.get(id)?.key ?? null
  if (kind !== 'person') return null
  const person = tables.users.get(id)
  return person === undefined ? null : person.first_name || person.display_name
}
