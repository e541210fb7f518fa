import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { moduleAcceptsItems } from '#common/planning/modules/rules.ts'
import type { ModuleRow } from '#common/planning/modules/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { ModuleStatusIcon } from '../../work/plans/ModuleIcon.tsx'
import { useMeasure } from '../../work/plans/measure.ts'
import { PlanItems } from '../plans/PlanItems.tsx'
import { PlanMenu } from '../plans/PlanMenu.tsx'
import { PlanScreen } from '../plans/PlanScreen.tsx'
import { modulePlanDefinition } from './actions.ts'
import { ModuleDetails } from './ModuleDetails.tsx'
import { useModuleStats } from './use-figures.ts'
import { formatModuleDates } from './words.ts'

/** Shows the items of a module in all layouts, with the details and statistics of the module next to them. */
export function ModuleScreen() {
  const { projectId = '', moduleId = '' } = useParams()
  const module = useAtomValue(tables.modules.rowAtom(moduleId))
  return (
    <PlanScreen table="modules" projectId={projectId} plan={module}>
      {(shown, crumbs) => <ModuleItems key={shown.id} module={shown} crumbs={crumbs} />}
    </PlanScreen>
  )
}

function ModuleItems({ module, crumbs }: { module: ModuleRow; crumbs: ReactNode }) {
  const { t, i18n } = useTranslation()
  const { id, project_id } = module
  const takes = moduleAcceptsItems(module)
  const measuring = useMeasure(project_id)
  const figures = useModuleStats(project_id, id, !takes, measuring.measure)
  return (
    <PlanItems
      type={modulePlanDefinition}
      plan={module}
      crumbs={crumbs}
      takesItems={takes}
      figures={{ ...figures, measuring }}
      days={
        <span className="flex items-center gap-1.5 text-sm text-soft tabular max-lg:hidden">
          <ModuleStatusIcon status={module.status} />
          {formatModuleDates(module, i18n.language) || t(`modules.status.${module.status}`)}
        </span>
      }
      details={<ModuleDetails module={module} />}
      menu={(onDelete) => <PlanMenu type={modulePlanDefinition} plan={module} onDelete={onDelete} />}
    />
  )
}
