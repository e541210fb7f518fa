import { useAtomValue } from 'jotai'
import { canSetProjectEstimate } from '#common/planning/estimates/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { useProjectActor } from '../../platform/person/roles.ts'
import type { Project } from '../../platform/sync/tables.ts'
import { Switch } from '../../platform/ui/Switch.tsx'
import { estimatesAtom } from '../../work/work-items/estimates.ts'
import { setProjectEstimate } from './actions.ts'

interface EstimateSwitchProps {
  project: Project
  /** Called when the user turns estimates on, but the project has no estimate yet. */
  onNone?: () => void
}

/** Turns estimates of a project on or off. Turning them off hides the values of the items but does not delete them. */
export function EstimateSwitch({ project, onNone }: EstimateSwitchProps) {
  const { t } = useTranslation()
  const estimates = useAtomValue(estimatesAtom(project.id))
  const canChoose = canSetProjectEstimate(useProjectActor(project.id))
  const used = estimates.find((estimate) => estimate.last_used)
  return (
    <Switch
      checked={project.estimate !== null}
      disabled={!canChoose}
      onChange={(isOn) => {
        if (!isOn) void setProjectEstimate(project, null)
        else if (used !== undefined) void setProjectEstimate(project, used.id)
        else onNone?.()
      }}
      hint={t('estimates.switchText')}
    >
      {t('estimates.title')}
    </Switch>
  )
}
