import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { AuditRecord } from '#common/organization/audit/schema.ts'
import { newId } from '#common/platform/ids.ts'
import type { WriteOrigin } from '../../platform/context/ports.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { AuditEntry } from '../../platform/feed/audit-entry.ts'

/** Writes the audit entries of this transaction, with the current names of users and objects. */
export async function insertAuditRecords(
  em: EntityManager,
  origin: WriteOrigin,
  entries: AuditEntry[],
  former: Names,
): Promise<void> {
  const names = new Map([...(await namesIn(em, origin, entries)), ...former])
  const rows = entries.map((entry) => recordOf(origin, entry, names))
  await em.getKysely<Tables>().insertInto('audit_records').values(rows).execute()
}

type Names = Map<string, string>

function recordOf({ actor_id: caller, from }: WriteOrigin, entry: AuditEntry, names: Names) {
  const nameOf = (id: string | null | undefined) => (id ? (names.get(id) ?? null) : null)
  const actor_id = entry.actor_id === undefined ? caller : entry.actor_id
  const token_id = from?.token_id ?? null
  const { workspace_id = null, project_id = null, target } = entry
  const changes = withNames(entry.changes ?? {}, names)
  const facts = entry.facts ?? {}
  const record = {
    id: newId(),
    created_at: new Date(),
    action: entry.action,
    actor_id,
    actor_name: nameOf(actor_id),
    means:
      from === undefined
        ? ('system' as const)
        : token_id === null
          ? ('session' as const)
          : ('token' as const),
    token_id,
    token_label: nameOf(token_id),
    workspace_id,
    workspace_name: nameOf(workspace_id),
    project_id,
    project_name: nameOf(project_id),
    target_kind: target?.kind ?? null,
    target_id: target?.id ?? null,
    target_name: target?.name ?? nameOf(target?.id),
    ip: from?.address ?? null,
    user_agent: from?.user_agent.slice(0, 500) ?? null,
  }
  const values = [
    ...Object.values(facts),
    ...Object.values(changes).flatMap(({ before, after }) => [before, after]),
  ]
  const { actor_name, token_label, workspace_name, project_name, target_name, ip } = record
  const words = [actor_name, token_label, workspace_name, project_name, target_name, ip, ...values]
  return {
    ...record,
    changes: sql<AuditRecord['changes']>`${JSON.stringify(changes)}::jsonb`,
    facts: sql<AuditRecord['facts']>`${JSON.stringify(facts)}::jsonb`,
    words: words.filter((word) => typeof word === 'string').join('\n'),
  }
}

/** Replaces ids of users by their names, because ids mean little to readers of the audit log. */
function withNames(changes: AuditRecord['changes'], names: Names): AuditRecord['changes'] {
  const named = (value: AuditRecord['facts'][string]) =>
    typeof value === 'string' ? (names.get(value) ?? value) : value
  return Object.fromEntries(
    Object.entries(changes).map(([field, { before, after }]) => [
      field,
      { before: named(before), after: named(after) },
    ]),
  )
}

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/

async function namesIn(
  em: EntityManager,
  { actor_id, from }: WriteOrigin,
  deeds: AuditEntry[],
): Promise<Names> {
  const mentioned = deeds.flatMap((entry) => [
    ...[entry.actor_id, entry.workspace_id, entry.project_id, entry.target?.id],
    ...Object.values(entry.changes ?? {}).flatMap(({ before, after }) => [before, after]),
  ])
  const ids = [actor_id, from?.token_id, ...mentioned].filter(
    (id): id is string => typeof id === 'string' && uuid.test(id),
  )
  const isMentioned = sql`id = any(${[...new Set(ids)]}::uuid[])`
  const { rows } = await sql<{ id: string; name: string }>`
    select id, display_name as name from users where ${isMentioned}
    union all select id, name from workspaces where ${isMentioned}
    union all select id, name from projects where ${isMentioned}
    union all select id, name from states where ${isMentioned}
    union all select id, name from estimates where ${isMentioned}
    union all select id, label from api_tokens where ${isMentioned}`.execute(em.getKysely())
  return new Map(rows.map(({ id, name }) => [id, name]))
}
