import type { CycleRow } from '#common/planning/cycles/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { CycleIcon } from '../../work/cycles-modules-epics/CycleIcon.tsx'
import { cycleDaysText, getCycleDayRange } from '../../work/cycles-modules-epics/cycle-dates.ts'
import { statusOfCycle } from '../../work/cycles-modules-epics/cycles.ts'
import type { CycleOrModuleCardParts } from '../cycles-and-modules/layouts.ts'
import { CycleMenu } from './CycleMenu.tsx'

/** Returns the functions and texts that gallery cards and timeline bars use to show cycles. */
export function useCycleCardParts(): CycleOrModuleCardParts<CycleRow> {
  const { t, i18n } = useTranslation()
  return {
    table: 'cycles',
    icon: (cycle) => <CycleIcon status={statusOfCycle(cycle)} />,
    days: (cycle) => {
      const days = getCycleDayRange(cycle)
      return { start_date: days?.first ?? null, target_date: days?.last ?? null }
    },
    daysText: (cycle) => cycleDaysText(cycle, i18n.language),
    people: (_, counts) => counts?.assignee_ids ?? [],
    peopleLabel: t('planning.byAssignee'),
    menu: (cycle) => <CycleMenu cycle={cycle} />,
    frozen: ({ progress_snapshot }) => progress_snapshot,
  }
}
