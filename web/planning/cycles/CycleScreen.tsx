import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { cycleAcceptsItems } from '#common/planning/cycles/rules.ts'
import type { CycleRow } from '#common/planning/cycles/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { overlaidIds, tables } from '../../platform/app/sync.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { CycleIcon } from '../../work/cycles-modules-epics/CycleIcon.tsx'
import { cycleDaysText } from '../../work/cycles-modules-epics/cycle-dates.ts'
import { statusOfCycle } from '../../work/cycles-modules-epics/cycles.ts'
import { useMeasure } from '../../work/cycles-modules-epics/measure.ts'
import { openCycleOrModuleForm } from '../cycles-and-modules/actions.ts'
import { CycleOrModuleItems } from '../cycles-and-modules/CycleOrModuleItems.tsx'
import { CycleOrModuleScreen } from '../cycles-and-modules/CycleOrModuleScreen.tsx'
import { cycleDefinition } from './actions.ts'
import { CycleMenu } from './CycleMenu.tsx'
import { OpenItemsNotice } from './OpenItemsNotice.tsx'
import { useCycleRights } from './rights.ts'
import { useCycleStats } from './use-figures.ts'

/** Shows the items of a cycle in all layouts, with the statistics of the cycle next to them. */
export function CycleScreen() {
  const { projectId = '', cycleId = '' } = useParams()
  const cycle = useAtomValue(tables.cycles.rowAtom(cycleId))
  return (
    <CycleOrModuleScreen table="cycles" projectId={projectId} row={cycle}>
      {(shown, crumbs) => <CycleItems key={shown.id} cycle={shown} crumbs={crumbs} />}
    </CycleOrModuleScreen>
  )
}

function CycleItems({ cycle, crumbs }: { cycle: CycleRow; crumbs: ReactNode }) {
  const { t } = useTranslation()
  const { id, project_id } = cycle
  const measuring = useMeasure(project_id, cycle.progress_snapshot)
  const rights = useCycleRights(project_id)
  const figures = useCycleStats(project_id, id, cycle.start_date !== null, measuring.measure)
  const note = cycle.progress_snapshot === null ? null : t('cycles.frozen')
  return (
    <CycleOrModuleItems
      definition={cycleDefinition}
      row={cycle}
      crumbs={crumbs}
      takesItems={cycleAcceptsItems(cycle, Date.now())}
      figures={{ ...figures, measuring, note }}
      days={<CycleDays cycle={cycle} />}
      // While the end of the cycle is being saved, the server still counts the items that move to another cycle.
      notice={
        rights.transfer(cycle) &&
        !overlaidIds('cycles').includes(id) && <OpenItemsNotice key={cycle.end_date} cycle={cycle} />
      }
      menu={(onDelete) => <CycleMenu cycle={cycle} onDelete={onDelete} />}
    />
  )
}

/** Shows the first and last day of a cycle. A click opens the form of the cycle if the user may edit it. */
function CycleDays({ cycle }: { cycle: CycleRow }) {
  const { t, i18n } = useTranslation()
  const rights = useCycleRights(cycle.project_id)
  const icon = <CycleIcon status={statusOfCycle(cycle)} />
  const days = cycleDaysText(cycle, i18n.language) || t('cycles.noDay')
  if (!rights.edit(cycle))
    return (
      <span className="flex items-center gap-1.5 text-sm text-soft tabular max-lg:hidden">
        {icon}
        {days}
      </span>
    )
  return (
    <Button
      variant="ghost"
      className="max-lg:hidden!"
      icon={icon}
      aria-label={`${t('cycles.edit')}: ${days}`}
      onClick={() => openCycleOrModuleForm('cycles', { project_id: cycle.project_id, id: cycle.id })}
    >
      <span className="text-sm font-normal text-soft tabular">{days}</span>
    </Button>
  )
}
