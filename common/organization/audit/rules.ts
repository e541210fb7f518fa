/**
 * Days after which an entry is deleted. Many intrusions are noticed only after months, and a full year
 * includes annual events. Entries contain addresses of users, which must not be stored forever.
 */
export const auditRetentionDays = 365

/** All audit actions. The part before the dot is the group for filters. */
export const auditActions = [
  ...['session.started', 'session.failed', 'session.ended', 'session.others_ended', 'session.left'],
  ...['account.created', 'account.changed', 'account.email_changed', 'account.password_changed'],
  ...['account.password_removed', 'account.deactivated', 'account.activated', 'account.deleted'],
  ...['account.email_verified', 'account.sessions_ended', 'account.linked', 'account.unlinked'],
  ...['account.factor_added', 'account.factor_removed', 'account.recovery_codes_made'],
  ...['token.created', 'token.changed', 'token.deleted'],
  ...['service_account.created', 'service_account.changed', 'service_account.disabled'],
  ...['service_account.enabled', 'service_account.deleted'],
  ...['invitation.created', 'invitation.changed', 'invitation.deleted', 'invitation.accepted'],
  'invitation.declined',
  ...['member.added', 'member.role_changed', 'member.removed', 'member.left'],
  ...['project_member.added', 'project_member.role_changed', 'project_member.removed', 'project_member.left'],
  ...[
    'workspace.created',
    'workspace.changed',
    'workspace.deleted',
    'workspace.restored',
    'workspace.purged',
  ],
  ...['project.created', 'project.changed', 'project.archived', 'project.unarchived', 'project.deleted'],
  ...['project.restored', 'project.purged', 'project.published', 'project.unpublished'],
  ...['project.identifier_released', 'project.publishing_changed'],
  ...['view.published', 'view.unpublished'],
  ...['page.deleted', 'page.restored', 'page.purged', 'page.published', 'page.unpublished'],
  ...['page.publishing_changed', 'page.shared', 'page.unshared'],
  ...['webhook.created', 'webhook.changed', 'webhook.secret_made', 'webhook.deleted'],
  ...['calendar_feed.created', 'calendar_feed.deleted'],
  ...['repository.connected', 'repository.changed', 'repository.secret_made', 'repository.disconnected'],
  ...['file.deleted', 'file.restored'],
  ...['export.work_items', 'export.time', 'export.activity', 'export.audit', 'export.workspace'],
  'export.project',
  ...['instance.admin_added', 'instance.admin_removed', 'instance.settings_changed', 'instance.mail_tested'],
  'instance.job_repeated',
] as const

export type AuditAction = (typeof auditActions)[number]
type GroupOf<Action extends string> = Action extends `${infer Group}.${string}` ? Group : never
export type AuditGroup = GroupOf<AuditAction>

export const auditGroups: readonly AuditGroup[] = [...new Set(auditActions.map(auditGroupForAction))]

/** Groups of actions that appear only in the audit log of the Tandem instance, because they belong to no workspace. */
export const instanceAuditGroups: readonly AuditGroup[] = ['session', 'account', 'instance']

export function auditGroupForAction(action: AuditAction): AuditGroup {
  return action.slice(0, action.indexOf('.')) as AuditGroup
}

/** The kinds of objects that an entry can describe. */
export const auditTargets = [
  ...['user', 'session', 'token', 'invitation', 'workspace', 'project', 'webhook', 'file', 'view'],
  ...['repository', 'setting', 'job', 'factor', 'page', 'calendar_feed'],
] as const
export type AuditTarget = (typeof auditTargets)[number]

/** How the user was authenticated. `system` means a background job or a command on the server. */
export const auditAuthenticationMeans = ['session', 'token', 'system'] as const

export const maxAuditSearchLength = 200
export const auditPageSize = 50
