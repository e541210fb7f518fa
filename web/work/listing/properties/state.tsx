import { useAtomValue } from 'jotai'
import { CircleDashed, CircleDot } from 'lucide-react'
import { t } from '../../../locales/i18n.ts'
import { tables } from '../../../platform/app/sync.ts'
import { StateIcon } from '../../../platform/ui/StateIcon.tsx'
import { statesAtom } from '../../states/atoms.ts'
import type { ItemProperty } from './property.ts'
import { propertyText } from './property-text.ts'

export const stateProperty: ItemProperty = {
  name: 'state',
  icon: <CircleDot />,
  // Only a draft without a project has no state.
  isEmpty: ({ state_id }) => state_id === '',
  useValue: ({ state_id }, { size }) => {
    const known = useAtomValue(tables.states.rowAtom(state_id))
    return {
      words: propertyText('state', known?.name ?? ''),
      content: known && <StateIcon group={known.group} color={known.color} {...(size && { size })} />,
    }
  },
  card: { at: 1, as: 'button', size: 13 },
  row: { at: -1, className: 'w-6 justify-center' },
  choices: {
    in: statesAtom,
    filteredIn: (projectId) => statesAtom(projectId ?? ''),
    optionOf: (id) => {
      const known = tables.states.get(id)
      return {
        value: id,
        label: known?.name ?? t('workItems.unknownGroup'),
        icon: known ? <StateIcon group={known.group} color={known.color} /> : <CircleDashed />,
      }
    },
  },
  pick: { keys: 's', isInBar: true },
}
