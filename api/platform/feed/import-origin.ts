import type { EntityManager } from '@mikro-orm/postgresql'
import { newId } from '#common/platform/ids.ts'
import type { WriteOrigin } from '../context/ports.ts'
import { getCurrentBatch } from './batch.ts'

const prefix = 'import:'

/**
 * Returns the origin that marks the changes of an import of work items and of its undo. These changes cause no
 * notifications.
 */
export function itemImportOrigin(userId: string, importId: string, sourceName: string): WriteOrigin {
  return { actor_id: userId, mutation_id: `${prefix}${importId}:${sourceName}` }
}

/** Returns the name of the program or file from which a change was imported, or null for other changes. */
export function importedFrom({ mutation_id }: { mutation_id: string | null }): string | null {
  if (!mutation_id?.startsWith(prefix)) return null
  return mutation_id.slice(prefix.length).split(':').slice(1).join(':') || null
}

/** Marks the changes of the current transaction as changes of an import. */
export function markAsImport(em: EntityManager): void {
  const batch = getCurrentBatch(em)
  if (batch !== undefined) batch.origin = { ...batch.origin, mutation_id: `${prefix}${newId()}` }
}

/** Returns true if the change was made by an import of work items or by its undo, or created a row with an original author. */
export function isImported({ mutation_id }: { mutation_id: string | null }): boolean {
  return mutation_id?.startsWith(prefix) ?? false
}
