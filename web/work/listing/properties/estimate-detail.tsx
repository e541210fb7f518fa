import { useAtomValue } from 'jotai'
import { Triangle } from 'lucide-react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { tables } from '../../../platform/app/sync.ts'
import { Picker } from '../../../platform/ui/Picker.tsx'
import { estimateValuesOfProjectAtom, estimateValueText } from '../../work-items/estimates.ts'
import { commonValue } from '../bulk/common-values.ts'
import type { DetailPropertyDefinition, PropertyPickerProps } from './property-detail.ts'
import { createReferenceCellText, findByIdOrName, rejectCellText } from './text.ts'

export const estimateDetail: DetailPropertyDefinition = {
  column: { width: 104 },
  Cell: ({ row }) => {
    const text = usePointOf(row)
    return (
      text !== null && (
        <span dir="auto" className="truncate tabular">
          {text}
        </span>
      )
    )
  },
  Full: EstimateName,
  Picker: EstimatePicker,
  ofMany: (rows) => ({ estimate_point: commonValue(rows, (row) => row.estimate_point) }),
  text: (row, names) =>
    createReferenceCellText(row.estimate_point === null ? [] : [row.estimate_point], names.estimate),
  parse: (given, { estimates }) => {
    if (given.text === '') return { patch: { estimate_point: null } }
    const point = findByIdOrName(estimates, given.refs?.[0] ?? { id: null, name: given.text })
    return point === undefined
      ? rejectCellText('unknown_estimate', given)
      : { patch: { estimate_point: point.id } }
  },
}

function usePointOf(row: WorkItemRow): string | null {
  const point = useAtomValue(tables.estimate_points.rowAtom(row.estimate_point ?? ''))
  // Subscribes to the estimate, because its type determines the text of the value.
  useAtomValue(tables.estimates.rowAtom(point?.estimate_id ?? ''))
  return point === undefined ? null : estimateValueText(point)
}

function EstimateName({ row, disabled }: { row: WorkItemRow; disabled: boolean }) {
  const { t } = useTranslation()
  const text = usePointOf(row)
  return (
    <>
      <Triangle className={text === null ? undefined : 'text-icon-faint'} />
      {text === null ? (
        t(disabled ? 'workItems.none.estimate' : 'workItems.addEstimate')
      ) : (
        <span dir="auto" className="truncate tabular">
          {text}
        </span>
      )}
    </>
  )
}

/** Offers the values of the project's active estimate. */
function EstimatePicker({
  name: _,
  projectId,
  item: { estimate_point = null },
  onChange,
  ...control
}: PropertyPickerProps) {
  const { t } = useTranslation()
  const points = useAtomValue(estimateValuesOfProjectAtom(projectId))
  return (
    <Picker
      {...control}
      label={t('properties.estimate')}
      value={estimate_point}
      onChange={(id) => id !== estimate_point && onChange({ estimate_point: id })}
      noneLabel={t('workItems.none.estimate')}
      noneIcon={<Triangle className="text-icon-faint" />}
      emptyText={t('estimates.noSuch')}
      options={points.map((point) => ({
        value: point.id,
        label: estimateValueText(point),
        icon: <Triangle className="text-icon-faint" />,
      }))}
    />
  )
}
