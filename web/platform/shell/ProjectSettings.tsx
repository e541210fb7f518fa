import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { hasRoleAtLeast } from '#common/platform/roles.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../app/sync.ts'
import { projectRoleAtom } from '../person/roles.ts'
import type { Project } from '../sync/tables.ts'
import { NoAccessState } from '../ui/NoAccessState.tsx'
import { SettingsPage } from '../ui/SettingsPage.tsx'
import { ProjectCrumbs } from './ProjectCrumbs.tsx'
import { type ProjectSettingsTab, projectSettingsPath, projectSettingsTabs } from './project-settings-tabs.ts'
import { TabLinks } from './TabLinks.tsx'
import { TopBar } from './TopBar.tsx'
import { currentSlug } from './workspace.ts'

interface ProjectSettingsProps {
  tab: ProjectSettingsTab
  /** Shown instead of the screen if the user may not open it; null if they may. */
  refusal?: ReactNode
  children: (project: Project) => ReactNode
}

/** Frame of the project settings screens that the user may open. */
export function ProjectSettings({ tab, refusal = null, children }: ProjectSettingsProps) {
  const { t } = useTranslation()
  const { projectId = '' } = useParams()
  const project = useAtomValue(tables.projects.rowAtom(projectId))
  const projectRole = useAtomValue(projectRoleAtom(projectId))
  const title = t(`projectSettings.${tab}`)
  const isKnown = project !== undefined && projectRole !== null
  return (
    <>
      <TopBar
        title={title}
        crumbs={<ProjectCrumbs projectId={projectId} page={t('projectSettings.title')} />}
      />
      {isKnown && (
        <TabLinks
          label={t('projectSettings.title')}
          tabs={projectSettingsTabs
            .filter(({ name, least }) => hasRoleAtLeast(projectRole, least) || name === tab)
            .map(({ name, label }) => ({
              to: `/${currentSlug()}${projectSettingsPath(projectId, name)}`,
              label: label(),
              end: name === 'general',
            }))}
        />
      )}
      {!isKnown && (
        <NoAccessState title={t('workItems.noProjectTitle')} text={t('workItems.noProjectText')} />
      )}
      {isKnown && <SettingsPage key={projectId}>{refusal ?? children(project)}</SettingsPage>}
    </>
  )
}
