import { useParams } from 'react-router'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { useProjectActor } from '../../platform/person/roles.ts'
import { ProjectSettings } from '../../platform/shell/ProjectSettings.tsx'
import { NoAccessState } from '../../platform/ui/NoAccessState.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { AutomationCards } from './AutomationCards.tsx'

/** Settings and preview of the automations that run in a project every night. */
export function Automations() {
  const { t } = useTranslation()
  const { projectId = '' } = useParams()
  const canChange = hasRoleAtLeast(useProjectActor(projectId).role, role.admin)
  return (
    <ProjectSettings
      tab="automations"
      refusal={
        canChange ? null : (
          <NoAccessState title={t('automations.forAdmins')} text={t('automations.forAdminsText')} />
        )
      }
    >
      {(project) => (
        <SettingsSection title={t('projectSettings.automations')} text={t('automations.intro')}>
          <AutomationCards key={project.id} project={project} />
        </SettingsSection>
      )}
    </ProjectSettings>
  )
}
