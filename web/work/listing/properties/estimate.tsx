import { atom, useAtomValue } from 'jotai'
import { atomFamily } from 'jotai-family'
import { Triangle } from 'lucide-react'
import { t, useTranslation } from '../../../locales/i18n.ts'
import { tables } from '../../../platform/app/sync.ts'
import { estimateValuesOfProjectAtom, estimateValueText } from '../../work-items/estimates.ts'
import type { ItemProperty } from './property.ts'
import { propertyText } from './property-text.ts'

/** Estimate values of all projects that the user can access. */
const everywhereAtom = atom((get) =>
  get(tables.projects.allAtom).flatMap((project) => get(estimateValuesOfProjectAtom(project.id))),
)
const inProject = atomFamily((projectId: string | null) =>
  projectId === null ? everywhereAtom : estimateValuesOfProjectAtom(projectId),
)

/** The estimated amount of work. */
export const estimateProperty = {
  name: 'estimate',
  icon: <Triangle />,
  hasIcon: true,
  isEmpty: (row) => row.estimate_point === null,
  useValue: ({ estimate_point }) => {
    const words = useTranslation()
    const known = useAtomValue(tables.estimate_points.rowAtom(estimate_point ?? ''))
    useAtomValue(tables.estimates.rowAtom(known?.estimate_id ?? ''))
    if (known === undefined) return { words: words.t('workItems.addEstimate'), content: null }
    const text = estimateValueText(known)
    return {
      words: propertyText('estimate', text),
      content: (
        <span dir="auto" className="max-w-24 truncate tabular">
          {text}
        </span>
      ),
    }
  },
  card: { at: 3, as: 'button' },
  row: { at: 5.5, className: 'hidden w-14 @xl:flex' },
  choices: {
    in: (projectId) => inProject(projectId),
    filteredIn: (projectId) => inProject(projectId),
    optionOf: (id) => {
      const known = tables.estimate_points.get(id)
      return {
        value: id,
        label: known ? estimateValueText(known) : t('workItems.unknownGroup'),
        icon: <Triangle className="text-icon-faint" />,
      }
    },
    none: { label: 'workItems.none.estimate', icon: <Triangle className="text-icon-faint" /> },
  },
  pick: { keys: 'shift+e' },
} satisfies ItemProperty
