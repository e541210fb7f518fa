import { useAtomValue } from 'jotai'
import { Zap } from 'lucide-react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { tables } from '../../../platform/app/sync.ts'
import { Picker } from '../../../platform/ui/Picker.tsx'
import { EpicIcon } from '../../cycles-modules-epics/EpicIcon.tsx'
import { unarchivedEpicsAtom } from '../../cycles-modules-epics/epics.ts'
import { formatItemKey } from '../../work-items/actions.ts'
import { commonValue } from '../bulk/common-values.ts'
import {
  type DetailPropertyDefinition,
  iconAndNameClass,
  type PropertyPickerProps,
} from './property-detail.ts'
import { createReferenceCellText, findByIdOrName, rejectCellText } from './text.ts'

export const epicDetail: DetailPropertyDefinition = {
  column: { width: 160 },
  Cell: ({ row }) => {
    const epic = useEpicOf(row)
    return (
      epic && (
        <span className={iconAndNameClass}>
          <EpicIcon />
          <span className="truncate">{epic.name}</span>
        </span>
      )
    )
  },
  Full: EpicName,
  Picker: EpicPicker,
  ofMany: (rows) => ({ epic_id: commonValue(rows, (row) => row.epic_id) }),
  text: (row, names) => createReferenceCellText(row.epic_id === null ? [] : [row.epic_id], names.epic),
  parse: (given, { epics }) => {
    if (given.text === '') return { patch: { epic_id: null } }
    const epic = findByIdOrName(epics, given.refs?.[0] ?? { id: null, name: given.text })
    return epic === undefined ? rejectCellText('unknown_epic', given) : { patch: { epic_id: epic.id } }
  },
}

function useEpicOf(row: WorkItemRow) {
  return useAtomValue(tables.work_items.rowAtom(row.epic_id ?? ''))
}

function EpicName({ row, disabled }: { row: WorkItemRow; disabled: boolean }) {
  const { t } = useTranslation()
  const epic = useEpicOf(row)
  if (epic === undefined) {
    return (
      <>
        <Zap /> {t(disabled ? 'workItems.none.epic' : 'workItems.addToEpic')}
      </>
    )
  }
  return (
    <>
      <EpicIcon />
      <span dir="auto" className="truncate">
        {epic.name}
      </span>
    </>
  )
}

/** Offers the epics that accept items, and the current epic of the item. */
function EpicPicker({
  name: _,
  projectId,
  item: { epic_id = null },
  onChange,
  ...control
}: PropertyPickerProps) {
  const { t } = useTranslation()
  const open = useAtomValue(unarchivedEpicsAtom(projectId))
  const own = useAtomValue(tables.work_items.rowAtom(epic_id ?? ''))
  const epics = own === undefined || open.includes(own) ? open : [own, ...open]
  return (
    <Picker
      {...control}
      label={t('properties.epic')}
      value={epic_id}
      onChange={(id) => id !== epic_id && onChange({ epic_id: id })}
      noneLabel={t('workItems.none.epic')}
      noneIcon={<Zap className="text-icon-faint" />}
      emptyText={t(epics.length > 0 ? 'epics.noSuch' : 'epics.none')}
      options={epics.map((epic) => ({
        value: epic.id,
        label: epic.name,
        hint: formatItemKey(epic),
        icon: <EpicIcon />,
      }))}
    />
  )
}
