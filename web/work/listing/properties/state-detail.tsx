import { useAtomValue } from 'jotai'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { tables } from '../../../platform/app/sync.ts'
import { Picker } from '../../../platform/ui/Picker.tsx'
import { StateIcon } from '../../../platform/ui/StateIcon.tsx'
import { statesAtom } from '../../states/atoms.ts'
import { commonValue } from '../bulk/common-values.ts'
import { SharedStateGroupPicker } from '../bulk/SharedStateGroupPicker.tsx'
import {
  type DetailPropertyDefinition,
  iconAndNameClass,
  type PropertyPickerProps,
} from './property-detail.ts'
import { createReferenceCellText, findByIdOrName, rejectCellText } from './text.ts'

export const stateDetail: DetailPropertyDefinition = {
  column: { width: 144 },
  Cell: ({ row }) => {
    const state = useStateOf(row)
    return (
      state && (
        <span className={iconAndNameClass}>
          <StateIcon group={state.group} color={state.color} />
          <span className="truncate">{state.name}</span>
        </span>
      )
    )
  },
  Full: ({ row }) => {
    const state = useStateOf(row)
    return (
      state && (
        <>
          <StateIcon group={state.group} color={state.color} />
          {state.name}
        </>
      )
    )
  },
  Picker: StatePicker,
  Across: SharedStateGroupPicker,
  ofMany: (rows) => ({ state_id: commonValue(rows, (row) => row.state_id) }),
  text: (row, names) => createReferenceCellText([row.state_id], names.state),
  parse: (given, { states }) => {
    if (given.text === '') return rejectCellText('required', given)
    const state = findByIdOrName(states, given.refs?.[0] ?? { id: null, name: given.text })
    return state === undefined ? rejectCellText('unknown_state', given) : { patch: { state_id: state.id } }
  },
}

function useStateOf(row: WorkItemRow) {
  return useAtomValue(tables.states.rowAtom(row.state_id))
}

export function StatePicker({
  name: _,
  projectId,
  item: { state_id = null },
  onChange,
  ...control
}: PropertyPickerProps) {
  const { t } = useTranslation()
  const states = useAtomValue(statesAtom(projectId))
  return (
    <Picker
      {...control}
      label={t('properties.state')}
      value={state_id}
      onChange={(id) => id !== null && id !== state_id && onChange({ state_id: id })}
      options={states.map((state) => ({
        value: state.id,
        label: state.name,
        icon: <StateIcon group={state.group} color={state.color} />,
      }))}
    />
  )
}
