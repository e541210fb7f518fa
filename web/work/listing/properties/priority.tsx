import { atom } from 'jotai'
import { SignalHigh } from 'lucide-react'
import { isPriority, priorities } from '#common/work/work-items/priorities.ts'
import { t, useTranslation } from '../../../locales/i18n.ts'
import { PriorityIcon } from '../../../platform/ui/PriorityIcon.tsx'
import type { ItemProperty } from './property.ts'
import { propertyText } from './property-text.ts'

const prioritiesAtom = atom(priorities.map((id) => ({ id })))

export const priorityProperty: ItemProperty = {
  name: 'priority',
  icon: <SignalHigh />,
  isEmpty: (row) => row.priority === 'none',
  useValue: (row, { size }) => ({
    words: propertyText('priority', useTranslation().t(`ui.priority.${row.priority}`)),
    content: <PriorityIcon priority={row.priority} {...(size && { size })} />,
  }),
  card: { at: 2, as: 'button', size: 14 },
  row: { at: -3, className: '-ms-1 w-6 justify-center' },
  choices: {
    in: () => prioritiesAtom,
    optionOf: (id) =>
      isPriority(id)
        ? { value: id, label: t(`ui.priority.${id}`), icon: <PriorityIcon priority={id} /> }
        : { value: id, label: id },
  },
  pick: { keys: 'p', isInBar: true },
}
