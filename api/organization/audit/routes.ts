import { auditCalls } from '#common/organization/audit/calls.ts'
import { role } from '#common/platform/roles.ts'
import { findWorkspace } from '../../access/access.ts'
import { defineFeature } from '../../access/requests/mount.ts'
import type { UserContext, WorkspaceContext } from '../../platform/context/context.ts'
import { query } from '../../platform/db/orm.ts'
import { createAuditExport } from './export.ts'
import { listAuditLogRecords } from './queries.ts'

export const auditFeature = defineFeature(auditCalls, {
  listAuditRecords: (ctx, { query: sent }) => listAuditLogRecords(ctx, ctx.workspace.id, sent),
  exportAuditRecords: (ctx, { query: sent }) =>
    createAuditExport(
      ctx,
      { log: ctx.workspace.id, name: ctx.workspace.slug, isAllowed: () => isWorkspaceAdmin(ctx) },
      sent,
    ),
  listInstanceAuditRecords: (ctx, { query: sent }) => listAuditLogRecords(ctx, null, sent),
  exportInstanceAuditRecords: (ctx, { query: sent }) =>
    createAuditExport(ctx, { log: null, name: 'installation', isAllowed: () => isInstanceAdmin(ctx) }, sent),
})

async function isWorkspaceAdmin({ em, user, workspace }: WorkspaceContext): Promise<boolean> {
  const now = await findWorkspace(em, user.id, { id: workspace.id })
  return now?.role === role.admin
}

async function isInstanceAdmin({ em, user }: UserContext): Promise<boolean> {
  const admin = await query(em)
    .selectFrom('instance_admins as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select('a.user_id')
    .where('a.user_id', '=', user.id)
    .where('u.is_active', '=', true)
    .executeTakeFirst()
  return admin !== undefined
}
