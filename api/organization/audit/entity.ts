import { defineEntity, p } from '@mikro-orm/postgresql'
import type { AuditAction, auditAuthenticationMeans, auditTargets } from '#common/organization/audit/rules.ts'
import type { AuditRecord } from '#common/organization/audit/schema.ts'

/**
 * An audit entry. The table has no foreign keys, so that an entry is not deleted together with the rows that it
 * describes.
 */
export const AuditRecordEntity = defineEntity({
  name: 'AuditRecord',
  tableName: 'audit_records',
  properties: {
    id: p.uuid().primary(),
    created_at: p.datetime(),
    action: p.string().$type<AuditAction>(),
    actor_id: p.uuid().strictNullable(),
    actor_name: p.string().strictNullable(),
    means: p.string().$type<(typeof auditAuthenticationMeans)[number]>(),
    token_id: p.uuid().strictNullable(),
    token_label: p.string().strictNullable(),
    workspace_id: p.uuid().strictNullable(),
    workspace_name: p.string().strictNullable(),
    project_id: p.uuid().strictNullable(),
    project_name: p.string().strictNullable(),
    target_kind: p.string().$type<(typeof auditTargets)[number]>().strictNullable(),
    target_id: p.uuid().strictNullable(),
    target_name: p.string().strictNullable(),
    changes: p.json<AuditRecord['changes']>(),
    facts: p.json<AuditRecord['facts']>(),
    ip: p.string().strictNullable(),
    user_agent: p.text().strictNullable(),
    /** Names and values of the entry as plain text, for full-text search. */
    words: p.text(),
  },
})
