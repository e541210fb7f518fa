import { atom, useAtomValue } from 'jotai'
import { atomFamily } from 'jotai-family'
import { IterationCw } from 'lucide-react'
import { t, useTranslation } from '../../../locales/i18n.ts'
import { tables } from '../../../platform/app/sync.ts'
import { CycleIcon } from '../../cycles-modules-epics/CycleIcon.tsx'
import { statusOfCycle, unarchivedCyclesAtom } from '../../cycles-modules-epics/cycles.ts'
import type { ItemProperty } from './property.ts'
import { propertyText } from './property-text.ts'

/** Cycles of all projects that the user can access. */
const everywhereAtom = atom((get) => get(tables.cycles.allAtom).filter((cycle) => cycle.archived_at === null))
const inProject = atomFamily((projectId: string | null) =>
  projectId === null ? everywhereAtom : unarchivedCyclesAtom(projectId),
)

/** The cycle of an item. */
export const cycleProperty = {
  name: 'cycle',
  icon: <IterationCw />,
  hasIcon: true,
  isEmpty: (row) => row.cycle_id === null,
  useValue: ({ cycle_id }) => {
    const words = useTranslation()
    const known = useAtomValue(tables.cycles.rowAtom(cycle_id ?? ''))
    if (known === undefined) return { words: words.t('workItems.addToCycle'), content: null }
    return {
      words: propertyText('cycle', known.name),
      content: (
        <span dir="auto" className="max-w-32 truncate">
          {known.name}
        </span>
      ),
    }
  },
  card: { at: 7, as: 'button' },
  row: { at: 2, className: 'hidden w-list-name @4xl:flex' },
  choices: {
    in: (projectId) => inProject(projectId),
    filteredIn: (projectId) => inProject(projectId),
    optionOf: (id) => {
      const known = tables.cycles.get(id)
      return {
        value: id,
        label: known?.name ?? t('workItems.unknownGroup'),
        icon: known ? (
          <CycleIcon status={statusOfCycle(known)} />
        ) : (
          <IterationCw className="text-icon-faint" />
        ),
      }
    },
    none: { label: 'workItems.none.cycle', icon: <IterationCw className="text-icon-faint" /> },
  },
  pick: { keys: 'shift+c' },
} satisfies ItemProperty
