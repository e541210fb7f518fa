import { signInProviders } from '#common/identity/sign-in/providers.ts'
import { parseUserAgent } from '#common/identity/sign-in/user-agent.ts'
import english from '#common/locales/en/organization.json' with { type: 'json' }
import type { AuditRecord, AuditValue } from '#common/organization/audit/schema.ts'
import { type Role, roleName, roles } from '#common/platform/roles.ts'
import { t } from '../../locales/i18n.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'

/** Describes the entry in a sentence. */
export function describeAuditRecord(record: AuditRecord): string {
  const { workspace_name, project_name } = record
  return t(`audit.deeds.${displayedAction(record)}`, {
    actor: auditActorName(record),
    target: targetOf(record),
    workspace: workspace_name ?? t('audit.noPlace'),
    project: project_name ?? t('audit.noPlace'),
  })
}

/** Returns the action to display. If a user has added themselves, they are shown as having joined. */
function displayedAction({ action, actor, target }: AuditRecord) {
  const isOwn = actor !== null && actor === target
  if (isOwn && action === 'member.added') return 'member.joined'
  return isOwn && action === 'project_member.added' ? 'project_member.joined' : action
}

export function auditActorName({ actor_name, means }: AuditRecord): string {
  return (
    displayNameOf({ display_name: actor_name }) ?? t(means === 'system' ? 'audit.server' : 'audit.somebody')
  )
}

function targetOf({ target_name, target_kind }: AuditRecord): string {
  if (target_name !== null && target_name !== '') return target_name
  if (target_kind === 'page') return t(target_name === null ? 'audit.privatePage' : 'pages.untitled')
  return t(target_kind === 'invitation' ? 'audit.anyone_link' : 'audit.noName')
}

type Field = keyof typeof english.audit.fields

/** Returns the label of a field, or its API name if it has no label. */
export function auditFieldName(field: string): string {
  return isField(field) ? t(`audit.fields.${field}`) : field
}

function isField(field: string): field is Field {
  return Object.hasOwn(english.audit.fields, field)
}

export function formatAuditValue(field: string, value: AuditValue, language: string): string {
  if (value === null || value === '') return t('audit.values.none')
  if (typeof value === 'boolean') return t(value ? 'audit.values.on' : 'audit.values.off')
  if (field === 'role' && isRole(value)) return t(`roles.${roleName(value)}`)
  if (field === 'network') return t(value === 0 ? 'audit.values.secret' : 'audit.values.public')
  if (typeof value === 'string') return formatAuditText(field, value, language)
  return String(value)
}

function formatAuditText(field: string, value: string, language: string): string {
  const name = valueNames[field]?.[value]
  if (name !== undefined) return name()
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? formatAuditTime(value, language) : value
}

const providerNames = Object.fromEntries(
  signInProviders.map((provider) => [provider, () => t(`instance.method.${provider}`)]),
)
const textFile = () => t('audit.fileKinds.text')
const attachment = () => t('audit.fileKinds.attachment')
const cover = () => t('audit.fields.cover_image_url')

/**
 * Maps stored values of a field to names in the user's language. All other stored values are numbers or names,
 * which need no translation.
 */
const valueNames: Record<string, Record<string, () => string>> = {
  scope: { read: () => t('apiTokens.scopes.read'), write: () => t('apiTokens.scopes.write') },
  organization_size: { 'Just myself': () => t('workspaces.justMe') },
  medium: {
    email: () => t('instance.method.password'),
    'magic-code': () => t('instance.settings.ENABLE_MAGIC_LINK_LOGIN'),
    passkey: () => t('secondFactor.passkey'),
    ...providerNames,
  },
  provider: providerNames,
  kind: {
    ...{ ISSUE_DESCRIPTION: textFile, COMMENT_DESCRIPTION: textFile, DRAFT_ISSUE_DESCRIPTION: textFile },
    ...{ PAGE_DESCRIPTION: textFile, TEMPLATE_DESCRIPTION: textFile },
    ...{ ISSUE_ATTACHMENT: attachment, DRAFT_ISSUE_ATTACHMENT: attachment },
    ...{ WORKSPACE_LOGO: () => t('audit.fields.logo_url'), PROJECT_COVER: cover, USER_COVER: cover },
    USER_AVATAR: () => t('account.picture'),
  },
}

function isRole(value: AuditValue): value is Role {
  return roles.some((role) => role === value)
}

export function formatAuditTime(value: string, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }).format(
    new Date(value),
  )
}

export function deviceName(userAgent: string): string {
  const { browser, system } = parseUserAgent(userAgent)
  if (browser !== null && system !== null) return t('security.device', { browser, system })
  return browser ?? system ?? userAgent
}
