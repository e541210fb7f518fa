import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { workspaceRoleAtom } from '../../platform/person/roles.ts'
import { TabLinks } from '../../platform/shell/TabLinks.tsx'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import { workspaceAtom } from '../../platform/shell/workspace.ts'
import { Breadcrumbs } from '../../platform/ui/Breadcrumbs.tsx'
import { NoAccessState } from '../../platform/ui/NoAccessState.tsx'
import { SettingsPage } from '../../platform/ui/SettingsPage.tsx'
import { workspaceSettingsTabs } from './tabs.ts'

interface WorkspaceSettingsScreenProps {
  children: ReactNode
  forMembers?: boolean
}

/** The frame of a workspace settings screen with tabs. By default only admins can open it. */
export function WorkspaceSettingsScreen({ children, forMembers = false }: WorkspaceSettingsScreenProps) {
  const { t } = useTranslation()
  const workspaceRole = useAtomValue(workspaceRoleAtom)
  if (workspaceRole === null) return null
  const mayHave = hasRoleAtLeast(workspaceRole, forMembers ? role.member : role.admin)
  return (
    <>
      <TopBar
        title={t('workspaces.settings')}
        crumbs={<Breadcrumbs crumbs={[{ key: 'workspace', label: t('workspaces.settings') }]} />}
      />
      {mayHave && <WorkspaceSettingsTabs />}
      {mayHave ? (
        <SettingsPage>{children}</SettingsPage>
      ) : (
        <NoAccessState
          title={t(forMembers ? 'workspaces.settingsForMembers' : 'workspaces.settingsForAdmins')}
        />
      )}
    </>
  )
}

/** Shows the tabs of the workspace settings that the user may open. */
export function WorkspaceSettingsTabs() {
  const { t } = useTranslation()
  const { slug } = useAtomValue(workspaceAtom)
  const isAdmin = hasRoleAtLeast(useAtomValue(workspaceRoleAtom), role.admin)
  return (
    <TabLinks
      label={t('workspaces.settings')}
      tabs={workspaceSettingsTabs
        .filter((tab) => isAdmin || tab.forMembers)
        .map(({ path, label }) => ({
          to: `/${slug}/settings${path}`,
          label: label(),
          end: path === '',
        }))}
    />
  )
}
