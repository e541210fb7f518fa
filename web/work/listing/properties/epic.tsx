import { useAtomValue } from 'jotai'
import { Zap } from 'lucide-react'
import { t, useTranslation } from '../../../locales/i18n.ts'
import { tables } from '../../../platform/app/sync.ts'
import { EpicIcon } from '../../cycles-modules-epics/EpicIcon.tsx'
import { allEpicsAtom, unarchivedEpicsAtom } from '../../cycles-modules-epics/epics.ts'
import type { ItemProperty } from './property.ts'
import { propertyText } from './property-text.ts'

/** The epic of an item: the topmost ancestor, if that is an epic. */
export const epicProperty: ItemProperty = {
  name: 'epic',
  icon: <Zap />,
  hasIcon: true,
  isEmpty: (row) => row.epic_id === null,
  useValue: ({ epic_id }) => {
    const words = useTranslation()
    const known = useAtomValue(tables.work_items.rowAtom(epic_id ?? ''))
    if (known === undefined) return { words: words.t('workItems.addToEpic'), content: null }
    return {
      words: propertyText('epic', known.name),
      content: (
        <span dir="auto" className="max-w-32 truncate">
          {known.name}
        </span>
      ),
    }
  },
  card: { at: 6.5, as: 'button' },
  row: { at: 1.5, className: 'hidden w-list-name @5xl:flex' },
  choices: {
    in: (projectId) => unarchivedEpicsAtom(projectId),
    filteredIn: (projectId) => (projectId === null ? allEpicsAtom : unarchivedEpicsAtom(projectId)),
    optionOf: (id) => {
      const known = tables.work_items.get(id)
      return {
        value: id,
        label: known?.name ?? t('workItems.unknownGroup'),
        icon: <EpicIcon />,
      }
    },
    none: { label: 'workItems.none.epic', icon: <Zap className="text-icon-faint" /> },
  },
  pick: { keys: 'shift+p' },
}
