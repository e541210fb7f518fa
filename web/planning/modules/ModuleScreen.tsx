import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { moduleAcceptsItems } from '#common/planning/modules/rules.ts'
import type { ModuleRow } from '#common/planning/modules/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { ModuleStatusIcon } from '../../work/cycles-modules-epics/ModuleIcon.tsx'
import { useMeasure } from '../../work/cycles-modules-epics/measure.ts'
import { CycleOrModuleItems } from '../cycles-and-modules/CycleOrModuleItems.tsx'
import { CycleOrModuleMenu } from '../cycles-and-modules/CycleOrModuleMenu.tsx'
import { CycleOrModuleScreen } from '../cycles-and-modules/CycleOrModuleScreen.tsx'
import { moduleDefinition } from './actions.ts'
import { formatModuleDates } from './format-module-dates.ts'
import { ModuleDetails } from './ModuleDetails.tsx'
import { useModuleStats } from './use-figures.ts'

/** Shows the items of a module in all layouts, with the details and statistics of the module next to them. */
export function ModuleScreen() {
  const { projectId = '', moduleId = '' } = useParams()
  const module = useAtomValue(tables.modules.rowAtom(moduleId))
  return (
    <CycleOrModuleScreen table="modules" projectId={projectId} row={module}>
      {(shown, crumbs) => <ModuleItems key={shown.id} module={shown} crumbs={crumbs} />}
    </CycleOrModuleScreen>
  )
}

function ModuleItems({ module, crumbs }: { module: ModuleRow; crumbs: ReactNode }) {
  const { t, i18n } = useTranslation()
  const { id, project_id } = module
  const takes = moduleAcceptsItems(module)
  const measuring = useMeasure(project_id)
  const figures = useModuleStats(project_id, id, !takes, measuring.measure)
  return (
    <CycleOrModuleItems
      definition={moduleDefinition}
      row={module}
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
      menu={(onDelete) => (
        <CycleOrModuleMenu definition={moduleDefinition} row={module} onDelete={onDelete} />
      )}
    />
  )
}
