import type { WriteOrigin } from '../context/ports.ts'

const prefix = 'import:'

/**
 * Returns the origin that marks the changes of an import of work items and of its undo. These changes cause no
 * notifications.
 */
export function itemImportOrigin(userId: string, importId: string): WriteOrigin {
  return { actor_id: userId, mutation_id: `${prefix}${importId}` }
}

/** Returns true if the change was made by an import of work items or by its undo. */
export function isImported({ mutation_id }: { mutation_id: string | null }): boolean {
  return mutation_id?.startsWith(prefix) ?? false
}
