import { useAtomValue } from 'jotai'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ModuleRow } from '#common/planning/modules/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { peopleByIdsAtom } from '../../platform/person/people.ts'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { SortableList } from '../../platform/ui/SortableList.tsx'
import { ModuleStatusIcon } from '../../work/cycles-modules-epics/ModuleIcon.tsx'
import type { ChosenMeasure } from '../../work/cycles-modules-epics/measure.ts'
import { CycleOrModuleListRow } from '../cycles-and-modules/CycleOrModuleListRow.tsx'
import { CycleOrModuleMenu } from '../cycles-and-modules/CycleOrModuleMenu.tsx'
import type { CycleOrModuleCounts } from '../cycles-and-modules/use-counts.ts'
import { moduleDefinition } from './actions.ts'
import { formatModuleDates } from './format-module-dates.ts'
import { ModuleStatusPicker } from './ModuleProperties.tsx'
import { useModuleRights } from './rights.ts'

interface ModuleRowsProps {
  label: string
  /** The modules in the order in which they are shown. */
  modules: readonly ModuleRow[]
  counts: ReadonlyMap<string, CycleOrModuleCounts>
  measuring: ChosenMeasure
  /** True if the modules are in manual order and can be dragged. */
  areMovable: boolean
}

/** The list layout: one line per module. */
export function ModuleRows({ label, modules, counts, measuring, areMovable }: ModuleRowsProps) {
  return (
    <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
      <SortableList aria-label={label} order={areMovable && moduleDefinition.orderOf(modules)} focus="a">
        {modules.map((module) => (
          <ModuleLine
            key={module.id}
            module={module}
            counts={counts.get(module.id)}
            measuring={measuring}
            siblings={areMovable ? modules : undefined}
          />
        ))}
      </SortableList>
    </div>
  )
}

interface ModuleLineProps {
  module: ModuleRow
  counts: CycleOrModuleCounts | undefined
  measuring: ChosenMeasure
  /** The modules among which this module can be moved. It is undefined if the list is not in manual order. */
  siblings: readonly ModuleRow[] | undefined
}

function ModuleLine({ module, counts, measuring, siblings }: ModuleLineProps) {
  const { t, i18n } = useTranslation()
  const canEdit = useModuleRights(module.project_id).edit(module)
  const [lead] = useAtomValue(peopleByIdsAtom(module.lead_id ?? ''))
  return (
    <CycleOrModuleListRow
      definition={moduleDefinition}
      row={module}
      icon={
        <ModuleStatusPicker
          module={module}
          disabled={!canEdit}
          trigger={
            <button
              type="button"
              title={t(`modules.status.${module.status}`)}
              disabled={!canEdit}
              className="touch-target relative z-1 -m-1 flex rounded-sm p-1 enabled:hover:bg-active aria-expanded:bg-active"
            >
              <ModuleStatusIcon status={module.status} />
            </button>
          }
        />
      }
      words={[t(`modules.status.${module.status}`), formatModuleDates(module, i18n.language)]
        .filter((words) => words !== '')
        .join(' · ')}
      counts={counts}
      measuring={measuring}
      people={
        <span className="flex w-6 shrink-0 max-sm:hidden">
          {lead && <Avatar id={lead.id} name={displayNameOf(lead)} src={lead.avatar_url} size="xs" />}
        </span>
      }
      menu={<CycleOrModuleMenu definition={moduleDefinition} row={module} />}
    >
      {canEdit && siblings && <MoveButtons module={module} siblings={siblings} />}
    </CycleOrModuleListRow>
  )
}

function MoveButtons({ module, siblings }: { module: ModuleRow; siblings: readonly ModuleRow[] }) {
  const { t } = useTranslation()
  const order = moduleDefinition.orderOf(siblings)
  return (
    <span className="z-1 flex opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 coarse:opacity-100">
      <IconButton
        label={t('ui.up')}
        keys="alt+arrowup"
        icon={<ArrowUp />}
        disabled={siblings[0]?.id === module.id}
        onClick={() => void order.step(module.id, -1)}
      />
      <IconButton
        label={t('ui.down')}
        keys="alt+arrowdown"
        icon={<ArrowDown />}
        disabled={siblings.at(-1)?.id === module.id}
        onClick={() => void order.step(module.id, 1)}
      />
    </span>
  )
}
