import type { ModuleRow } from '#common/planning/modules/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { ModuleStatusIcon } from '../../work/cycles-modules-epics/ModuleIcon.tsx'
import { CycleOrModuleMenu } from '../cycles-and-modules/CycleOrModuleMenu.tsx'
import type { CycleOrModuleCardParts } from '../cycles-and-modules/layouts.ts'
import { moduleDefinition } from './actions.ts'
import { formatModuleDates } from './format-module-dates.ts'

/** Returns the functions and texts that gallery cards and timeline bars use to show modules. */
export function useModuleCardParts(): CycleOrModuleCardParts<ModuleRow> {
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
    menu: (module) => <CycleOrModuleMenu definition={moduleDefinition} row={module} />,
    frozen: () => null,
  }
}
