import type { EntityManager } from '@mikro-orm/postgresql'
import type { AuditAction, AuditTarget } from '#common/organization/audit/rules.ts'
import type { AuditRecord } from '#common/organization/audit/schema.ts'
import { getCurrentBatch } from './batch.ts'

/** An event for the audit log. The transaction provides the user, the address and the client. */
export interface AuditEntry {
  action: AuditAction
  /** Id of the workspace, or null if the entry belongs to no workspace. */
  workspace_id?: string | null
  project_id?: string | null
  /** User who acts, for calls without a signed-in user such as a sign-in or a failed sign-in attempt. */
  actor_id?: string | null
  target?: Target
  changes?: AuditRecord['changes']
  facts?: AuditRecord['facts']
}

interface Target {
  kind: AuditTarget
  id?: string | null
  /** Name of the object. Is omitted for a user, whose name is looked up. */
  name?: string
}

const recorded = new WeakMap<object, AuditEntry[]>()

/**
 * Records an audit entry that does not follow from the changed rows (`audited-tables.ts`), such as a sign-in,
 * an export or bulk SQL. The entry is stored or rolled back with the transaction of `em`.
 */
export function addAuditEntry(em: EntityManager, entry: AuditEntry): void {
  const batch = getCurrentBatch(em)
  if (batch === undefined) throw new Error('audit outside of writing()')
  const entries = recorded.get(batch)
  if (entries === undefined) recorded.set(batch, [entry])
  else entries.push(entry)
}

/** Returns the recorded entries of a transaction and removes them. */
export function takeAuditEntries(batch: object): AuditEntry[] {
  const entries = recorded.get(batch) ?? []
  recorded.delete(batch)
  return entries
}
