import { t } from '../../locales/i18n.ts'

interface SettingsTab {
  /** Path below `/{slug}/settings`. */
  path: string
  label: () => string
  /** True if all members can open the tab. Other tabs are for admins only. */
  forMembers?: true
}

/** The tabs of the workspace settings, in order. */
export const workspaceSettingsTabs: readonly SettingsTab[] = [
  { path: '', label: () => t('workspaces.general') },
  { path: '/members', label: () => t('members.title'), forMembers: true },
  { path: '/service-accounts', label: () => t('serviceAccounts.title') },
  { path: '/templates', label: () => t('templates.title'), forMembers: true },
  { path: '/webhooks', label: () => t('webhooks.title') },
  { path: '/integrations', label: () => t('integrations.title'), forMembers: true },
  { path: '/audit-log', label: () => t('audit.title') },
  { path: '/imports', label: () => t('itemImports.title'), forMembers: true },
  { path: '/exports', label: () => t('exports.title'), forMembers: true },
]
