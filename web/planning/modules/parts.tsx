import type { ModuleRow } from '#common/planning/modules/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { ModuleStatusIcon } from '../../work/plans/ModuleIcon.tsx'
import type { PlanCardParts } from '../plans/layout.ts'
import { PlanMenu } from '../plans/PlanMenu.tsx'
import { modulePlanDefinition } from './actions.ts'
import { formatModuleDates } from './words.ts'

/**
 * Returns the parts that are specific to modules on the cards of the gallery and on the bars of the timeline.
 */
export function useModuleCardParts(): PlanCardParts<ModuleRow> {
  const { t, i18n } = useTranslation()
  return {
    table: 'modules',
    icon: ({ status }) => <ModuleStatusIcon status={status} />,
    days: (module) => module,
    daysText: (module) => formatModuleDates(module, i18n.language),
    people: ({ lead_id, member_ids }) => [
      ...new Set([...(lead_id === null ? [] : [lead_id]), ...member_ids]),
    ],
    peopleLabel: t('modules.members'),
    menu: (module) => <PlanMenu type={modulePlanDefinition} plan={module} />,
    frozen: () => null,
  }
}
