import { useAtomValue } from 'jotai'
import { IterationCw } from 'lucide-react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { tables } from '../../../platform/app/sync.ts'
import { Picker } from '../../../platform/ui/Picker.tsx'
import { CycleIcon } from '../../cycles-modules-epics/CycleIcon.tsx'
import { cycleDaysText } from '../../cycles-modules-epics/cycle-dates.ts'
import { openCyclesAtom, statusOfCycle } from '../../cycles-modules-epics/cycles.ts'
import { commonValue } from '../bulk/common-values.ts'
import {
  type DetailPropertyDefinition,
  iconAndNameClass,
  type PropertyPickerProps,
} from './property-detail.ts'
import { createReferenceCellText, findByIdOrName, rejectCellText } from './text.ts'

export const cycleDetail: DetailPropertyDefinition = {
  column: { width: 144 },
  Cell: ({ row }) => {
    const cycle = useCycleOf(row)
    return (
      cycle && (
        <span className={iconAndNameClass}>
          <CycleIcon status={statusOfCycle(cycle)} />
          <span className="truncate">{cycle.name}</span>
        </span>
      )
    )
  },
  Full: CycleName,
  Picker: CyclePicker,
  ofMany: (rows) => ({ cycle_id: commonValue(rows, (row) => row.cycle_id) }),
  text: (row, names) => createReferenceCellText(row.cycle_id === null ? [] : [row.cycle_id], names.cycle),
  parse: (given, { cycles }) => {
    if (given.text === '') return { patch: { cycle_id: null } }
    const cycle = findByIdOrName(cycles, given.refs?.[0] ?? { id: null, name: given.text })
    return cycle === undefined ? rejectCellText('unknown_cycle', given) : { patch: { cycle_id: cycle.id } }
  },
}

function useCycleOf(row: WorkItemRow) {
  return useAtomValue(tables.cycles.rowAtom(row.cycle_id ?? ''))
}

function CycleName({ row, disabled }: { row: WorkItemRow; disabled: boolean }) {
  const { t } = useTranslation()
  const cycle = useCycleOf(row)
  if (cycle === undefined) {
    return (
      <>
        <IterationCw /> {t(disabled ? 'workItems.none.cycle' : 'workItems.addToCycle')}
      </>
    )
  }
  return (
    <>
      <CycleIcon status={statusOfCycle(cycle)} />
      <span dir="auto" className="truncate">
        {cycle.name}
      </span>
    </>
  )
}

/** Offers the cycles that accept items, and the current cycle of the item. */
function CyclePicker({
  name: _,
  projectId,
  item: { cycle_id = null },
  onChange,
  ...control
}: PropertyPickerProps) {
  const { t, i18n } = useTranslation()
  const open = useAtomValue(openCyclesAtom(projectId))
  const own = useAtomValue(tables.cycles.rowAtom(cycle_id ?? ''))
  const cycles = own === undefined || open.includes(own) ? open : [own, ...open]
  return (
    <Picker
      {...control}
      label={t('properties.cycle')}
      value={cycle_id}
      onChange={(id) => id !== cycle_id && onChange({ cycle_id: id })}
      noneLabel={t('workItems.none.cycle')}
      noneIcon={<IterationCw className="text-icon-faint" />}
      emptyText={t(cycles.length > 0 ? 'cycles.noSuch' : 'cycles.noneOpen')}
      options={cycles.map((cycle) => ({
        value: cycle.id,
        label: cycle.name,
        hint: cycleDaysText(cycle, i18n.language),
        icon: <CycleIcon status={statusOfCycle(cycle)} />,
      }))}
    />
  )
}
