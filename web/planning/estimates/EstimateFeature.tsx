import { useNavigate } from 'react-router'
import type { ProjectSwitchProps } from '../../platform/shell/feature.ts'
import { projectSettingsPath } from '../../platform/shell/project-settings-tabs.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { EstimateSwitch } from './EstimateSwitch.tsx'

/** The switch among the features of a project. Where there is no estimate yet, it leads to the screen that makes one. */
export function EstimateFeature({ project }: ProjectSwitchProps) {
  const navigate = useNavigate()
  const estimates = `/${currentSlug()}${projectSettingsPath(project.id, 'estimates')}`
  return <EstimateSwitch project={project} onNone={() => void navigate(estimates)} />
}
