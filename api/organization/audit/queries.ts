import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { AuditExportQuery, AuditQuery, auditCalls } from '#common/organization/audit/calls.ts'
import { auditActions, auditGroupForAction } from '#common/organization/audit/rules.ts'
import { type AuditRecord, auditRecord } from '#common/organization/audit/schema.ts'
import type { ResponseOf } from '#common/platform/call.ts'
import { addDays } from '#common/platform/clock.ts'
import type { UserContext } from '../../platform/context/context.ts'
import { createUserClock } from '../../platform/context/user-clock.ts'
import { likePatternContaining } from '../../platform/db/like.ts'
import { query } from '../../platform/db/orm.ts'
import { presentRow } from '../../platform/db/present.ts'

type Page = ResponseOf<typeof auditCalls.listAuditRecords>
export type AuditFilterQuery = Omit<AuditExportQuery, 'format'>

/**
 * Id of the workspace whose log is read. If it is null, the log of this Tandem instance is read, which contains
 * all entries.
 */
export type AuditLogScope = string | null

export async function listAuditLogRecords(
  ctx: UserContext,
  log: AuditLogScope,
  sent: AuditQuery,
): Promise<Page> {
  const { per_page, cursor, ...filter } = sent
  const results = await listAuditRecordsAfter(ctx, log, filter, {
    after: cursor ?? null,
    limit: per_page + 1,
  })
  const isMore = results.length > per_page
  const page = results.slice(0, per_page)
  return { results: page, next_cursor: isMore ? (page.at(-1)?.id ?? null) : null }
}

/** Returns the entries that are older than the entry `after`, newest first. */
export async function listAuditRecordsAfter(
  { em, user }: UserContext,
  log: AuditLogScope,
  { actor, action, group, from, to, search }: AuditFilterQuery,
  { after, limit }: { after: string | null; limit: number },
): Promise<AuditRecord[]> {
  const clock = createUserClock(user)
  const rows = await query(em)
    .selectFrom('audit_records')
    .selectAll()
    .$if(log !== null, (all) => all.where('workspace_id', '=', log))
    .$if(actor !== undefined, (all) => all.where('actor_id', '=', actor ?? null))
    .$if(action !== undefined, (all) => all.where('action', '=', action ?? 'session.started'))
    .$if(group !== undefined, (all) =>
      all.where(
        'action',
        'in',
        auditActions.filter((one) => auditGroupForAction(one) === group),
      ),
    )
    .$if(from !== undefined, (all) => all.where('created_at', '>=', new Date(clock.startOf(from ?? ''))))
    .$if(to !== undefined, (all) =>
      all.where('created_at', '<', new Date(clock.startOf(addDays(to ?? '', 1)))),
    )
    .$if(search !== undefined && search !== '', (all) =>
      all.where('words', 'ilike', likePatternContaining(search ?? '')),
    )
    .$if(after !== null, (all) => all.where(isAfter(log, after)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(presentRecord)
}

/**
 * SQL condition for entries that are older than entry `id`. It is false for every row if that entry does not
 * exist or belongs to another log.
 */
function isAfter(log: AuditLogScope, id: string | null) {
  const own = log === null ? sql`` : sql` and workspace_id = ${log}`
  return sql<boolean>`(created_at, id) < (select created_at, id from audit_records where id = ${id}${own})`
}

function presentRecord(row: Awaited<ReturnType<typeof anyRecord>>): AuditRecord {
  return presentRow(auditRecord, {
    ...row,
    actor: row.actor_id,
    workspace: row.workspace_id,
    project: row.project_id,
    target: row.target_id,
  })
}

/** This function is never called. `presentRecord` uses only its return type. */
function anyRecord(em: EntityManager) {
  return query(em).selectFrom('audit_records').selectAll().executeTakeFirstOrThrow()
}
