import type { WriteOrigin } from '../context/ports.ts'

const prefix = 'import:'

/** Returns the origin of the writes of an import of work items. These writes cause no notifications. */
export function itemImportOrigin(userId: string, importId: string): WriteOrigin {
  return { actor_id: userId, mutation_id: `${prefix}${importId}` }
}

/** Returns true for a change that an import of work items wrote. */
export function isImported({ mutation_id }: { mutation_id: string | null }): boolean {
  return mutation_id?.startsWith(prefix) ?? false
}
