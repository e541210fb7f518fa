import type { EntityManager } from '@mikro-orm/postgresql'
import type { AuditAction, AuditTarget } from '#common/organization/audit/rules.ts'
import type { AuditRecord } from '#common/organization/audit/schema.ts'
import { batchOf } from './batch.ts'

/** Something that is to be recorded. Who did it, from where and by what is known of the transaction. */
export interface Deed {
  action: AuditAction
  /** Null for the installation. */
  workspace_id?: string | null
  project_id?: string | null
  /** Who did it, where the call has nobody signed in: whoever enters, or a guess at somebody's account. */
  actor_id?: string | null
  target?: Target
  changes?: AuditRecord['changes']
  facts?: AuditRecord['facts']
}

interface Target {
  kind: AuditTarget
  id?: string | null
  /** Left out of a person: it is looked up. */
  name?: string
}

const said = new WeakMap<object, Deed[]>()

/**
 * Records what no row of `watched.ts` says by itself: that somebody signed in, an export, what is written by SQL over many rows. It is
 * written with the transaction of `em` and undone with it.
 */
export function audit(em: EntityManager, deed: Deed): void {
  const batch = batchOf(em)
  if (batch === undefined) throw new Error('audit outside of writing()')
  const deeds = said.get(batch)
  if (deeds === undefined) said.set(batch, [deed])
  else deeds.push(deed)
}

/** What was said of a transaction, once. */
export function takeDeeds(batch: object): Deed[] {
  const deeds = said.get(batch) ?? []
  said.delete(batch)
  return deeds
}
