import { useNavigate } from 'react-router'
import type { ProjectFeatureSwitchProps } from '../../platform/shell/feature.ts'
import { projectSettingsPath } from '../../platform/shell/project-settings-tabs.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { EstimateSwitch } from './EstimateSwitch.tsx'

/**
 * The estimates switch on the page of project features. If the project has no estimate yet, it opens the page that creates one.
 */
export function EstimateFeatureSwitch({ project }: ProjectFeatureSwitchProps) {
  const navigate = useNavigate()
  const estimates = `/${currentSlug()}${projectSettingsPath(project.id, 'estimates')}`
  return <EstimateSwitch project={project} onNone={() => void navigate(estimates)} />
}
