import type { EntityManager } from '@mikro-orm/postgresql'
import type { AuditAction, AuditTarget } from '#common/organization/audit/rules.ts'
import type { AuditRecord } from '#common/organization/audit/schema.ts'
import { batchOf } from './batch.ts'

/** An event for the audit log. Actor, address and client come from the transaction. */
export interface AuditEntry {
  action: AuditAction
  /** Null for the installation. */
  workspace_id?: string | null
  project_id?: string | null
  /** The actor, if the call has no signed-in user: at sign-in, or for a failed sign-in attempt. */
  actor_id?: string | null
  target?: Target
  changes?: AuditRecord['changes']
  facts?: AuditRecord['facts']
}

interface Target {
  kind: AuditTarget
  id?: string | null
  /** Omitted for a user, whose name is looked up. */
  name?: string
}

const recorded = new WeakMap<object, AuditEntry[]>()

/**
 * Records what the changed rows do not show (`watched.ts`): a sign-in, an export, bulk SQL. The record is written and
 * rolled back with the transaction of `em`.
 */
export function audit(em: EntityManager, entry: AuditEntry): void {
  const batch = batchOf(em)
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
