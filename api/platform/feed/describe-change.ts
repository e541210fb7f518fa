import type { EntityManager } from '@mikro-orm/postgresql'
import { entities, type SyncedEntity } from '#common/entities.ts'
import type { WriteOrigin } from '../context/ports.ts'
import { presentRow } from '../db/present.ts'
import type { NewChange, PendingChange, SyncedRow } from './batch.ts'

/**
 * Returns the workspaces that receive the change of a row. Changes of a user go to all workspaces that show
 * the user's name: those where the user is or was a member, or wrote on a public board.
 */
export async function findAffectedWorkspaces(
  em: EntityManager,
  { entity, after }: PendingChange,
): Promise<string[]> {
  if (entity === 'workspaces') return [String(after['id'])]
  if (typeof after['workspace_id'] === 'string') return [after['workspace_id']]
  const memberships = await em.execute<{ workspace_id: string }[]>(
    `select workspace_id from workspace_members where member_id = ?
     union select workspace_id from project_public_members where member_id = ?`,
    [after['id'], after['id']],
  )
  return memberships.map((membership) => membership.workspace_id)
}

/** Returns the change of a row, or null if neither a public field nor the audience has changed. */
export function describeChange(
  pending: PendingChange,
  workspace: string,
  { actor_id, mutation_id }: WriteOrigin,
): NewChange | null {
  const { entity, before, after } = pending
  const { schema, audience, always }: SyncedEntity = entities[entity]
  const audienceOf = audience as (row: SyncedRow, workspaceId: string) => string[]
  const existedBefore = before !== null && !before['deleted_at']
  const existsNow = !pending.removed && !after['deleted_at']
  if (!existedBefore && !existsNow) return null
  const op = !existsNow ? 'delete' : existedBefore ? 'update' : 'create'
  const row = presentRow(schema, after)
  const changed = pick(row, pending.touched)
  const now = audienceOf(after, workspace)
  const then = existedBefore ? audienceOf(before, workspace) : now
  const isMoved = now.length !== then.length || now.some((name) => !then.includes(name))
  if (op === 'update' && Object.keys(changed).length === 0 && !isMoved) return null
  // Send the full row if users gain access by this change. Also send it if a membership is reactivated, because lists
  // omit ended memberships, so clients may not have the row.
  const widened = existedBefore && (before['is_active'] === false || now.some((name) => !then.includes(name)))
  const sentFields = { create: row, update: widened ? row : withAlways(changed, row, always), delete: {} }
  return {
    entity,
    entity_id: String(after['id']),
    op,
    fields: sentFields[op],
    ...(existedBefore && { old_fields: oldFields(op, presentRow(schema, before), pending.touched) }),
    audience: now,
    left_audience: then.filter((name) => !now.includes(name)),
    actor_id,
    mutation_id,
  }
}

function oldFields(op: NewChange['op'], old: SyncedRow, touched: Set<string>): SyncedRow {
  return op === 'delete' ? old : pick(old, touched)
}

function withAlways(changed: SyncedRow, row: SyncedRow, name: SyncedEntity['always']): SyncedRow {
  return name === undefined ? changed : { ...changed, [name]: row[name] }
}

function pick(row: SyncedRow, keys: Set<string>): SyncedRow {
  return Object.fromEntries(Object.entries(row).filter(([key]) => keys.has(key)))
}
