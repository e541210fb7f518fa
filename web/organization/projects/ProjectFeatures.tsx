import { projectFeatureFlags } from '#common/platform/guards.ts'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { useProjectActor } from '../../platform/person/roles.ts'
import { useFeatures } from '../../platform/shell/feature.ts'
import { ProjectSettings } from '../../platform/shell/ProjectSettings.tsx'
import type { Project } from '../../platform/sync/tables.ts'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { Switch } from '../../platform/ui/Switch.tsx'
import { setProjectFeature } from './edit.ts'

/** Enables or disables features of a project. Disabling a feature hides its data but does not delete it. */
export function ProjectFeatures() {
  return <ProjectSettings tab="features">{(project) => <Switches project={project} />}</ProjectSettings>
}

function Switches({ project }: { project: Project }) {
  const { t } = useTranslation()
  const canChange = hasRoleAtLeast(useProjectActor(project.id).role, role.admin)
  const features = useFeatures()
  return (
    <SettingsSection
      title={t('projectSettings.features')}
      text={t(canChange ? 'projectFeatures.intro' : 'projectFeatures.forAdmins')}
    >
      <ul className="flex flex-col rounded-lg border border-line">
        {projectFeatureFlags.map((name) => (
          <li key={name} className="border-line px-4 py-3 not-first:border-t">
            <Switch
              checked={project[name]}
              disabled={!canChange}
              onChange={(isOn) => void setProjectFeature(project, name, isOn)}
              hint={t(`projectFeatures.${name}Text`)}
            >
              {t(`projectFeatures.${name}`)}
            </Switch>
          </li>
        ))}
        {features.map(
          ({ id, projectSwitch: FeatureSwitch }) =>
            FeatureSwitch !== undefined && (
              <li key={id} className="border-line border-t px-4 py-3">
                <FeatureSwitch project={project} />
              </li>
            ),
        )}
      </ul>
    </SettingsSection>
  )
}
