import { atom } from 'jotai'
import { CircleDashed } from 'lucide-react'
import { stateGroupRank } from '#common/work/listing/keys.ts'
import { isStateGroup } from '#common/work/states/groups.ts'
import { t } from '../../../locales/i18n.ts'
import { store, tables } from '../../../platform/app/sync.ts'
import { StateIcon } from '../../../platform/ui/StateIcon.tsx'
import { statesAtom } from '../../states/atoms.ts'
import type { ItemProperty } from './property.ts'

const groups = Object.keys(stateGroupRank).filter((group) => group !== 'triage')
const groupsAtom = atom(groups.map((id) => ({ id })))

export const stateGroupProperty: ItemProperty = {
  name: 'state_group',
  icon: <CircleDashed />,
  choices: {
    in: () => groupsAtom,
    optionOf: (id) =>
      isStateGroup(id)
        ? { value: id, label: t(`ui.state.${id}`), icon: <StateIcon group={id} /> }
        : { value: id, label: id },
  },
  // Moving an item into a state group sets the default state if that state is in the group, otherwise the
  // first state of the group.
  enter: (group, { project_id, state_id }) => {
    if (tables.states.get(state_id)?.group === group) return {}
    const inGroup = store.get(statesAtom(project_id)).filter((state) => state.group === group)
    const state = inGroup.find((one) => one.default) ?? inGroup[0]
    return state === undefined ? null : { state_id: state.id }
  },
}
