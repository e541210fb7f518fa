import { type Role, role } from '#common/platform/roles.ts'
import { t } from '../../locales/i18n.ts'

/** The project settings screens in order, with the minimum role. */
const tabs = {
  general: { path: '', least: role.guest },
  members: { path: '/members', least: role.guest },
  features: { path: '/features', least: role.admin },
  states: { path: '/states', least: role.member },
  labels: { path: '/labels', least: role.member },
  estimates: { path: '/estimates', least: role.admin },
  automations: { path: '/automations', least: role.admin },
  git: { path: '/git', least: role.admin },
  chat: { path: '/chat', least: role.admin },
  templates: { path: '/templates', least: role.member },
  publish: { path: '/publish', least: role.admin },
} as const satisfies Record<string, { path: string; least: Role }>

export type ProjectSettingsTab = keyof typeof tabs

export const projectSettingsTabs = Object.entries(tabs).map(([name, tab]) => ({
  ...tab,
  name: name as ProjectSettingsTab,
  label: () => t(`projectSettings.${name as ProjectSettingsTab}`),
}))

/** Returns the path of a project settings screen below the path of the workspace. */
export function projectSettingsPath(projectId: string, tab: ProjectSettingsTab = 'general'): string {
  return `/settings/projects/${projectId}${tabs[tab].path}`
}
