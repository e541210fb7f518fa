import { useAtomValue } from 'jotai'
import { Tag } from 'lucide-react'
import { listNames } from '../../../locales/formats.ts'
import { t, useTranslation } from '../../../locales/i18n.ts'
import { tables } from '../../../platform/app/sync.ts'
import { LabelTag } from '../../../platform/ui/LabelTag.tsx'
import { labelsAtom } from '../../labels/atoms.ts'
import type { ItemProperty } from './property.ts'
import { propertyText } from './property-text.ts'

export const labelsProperty: ItemProperty = {
  name: 'labels',
  icon: <Tag />,
  isEmpty: (row) => row.label_ids.length === 0,
  useValue: ({ project_id, label_ids }, { most }) => {
    const words = useTranslation()
    const own = useAtomValue(labelsAtom(project_id)).filter((label) => label_ids.includes(label.id))
    if (own.length === 0) return { words: words.t('workItems.addLabels'), content: null }
    const rest = own.length - (most ?? own.length)
    return {
      words: propertyText('labels', listNames(own.map((label) => label.name))),
      content: (
        <>
          {own.slice(0, most).map((label) => (
            <LabelTag
              key={label.id}
              name={label.name}
              color={label.color}
              {...(most && { className: 'max-w-32' })}
            />
          ))}
          {rest > 0 && <span className="text-xs text-faint tabular">+{rest}</span>}
        </>
      ),
    }
  },
  card: { at: 6.2, as: 'bare', most: 3 },
  row: { at: 1, className: 'hidden w-list-labels gap-1 px-0.5 @3xl:flex' },
  choices: {
    in: labelsAtom,
    filteredIn: (projectId) => (projectId === null ? tables.labels.allAtom : labelsAtom(projectId)),
    optionOf: (id, projectId) => {
      const label = tables.labels.get(id)
      return {
        value: id,
        label: label?.name ?? t('workItems.unknownGroup'),
        // Labels of different projects can have the same name, so the project is shown too.
        ...(projectId === null && { hint: tables.projects.get(label?.project_id ?? '')?.identifier ?? '' }),
        icon: (
          <span
            aria-hidden
            className="size-2.25 shrink-0 rounded-full"
            style={{ background: label?.color }}
          />
        ),
      }
    },
    none: { label: 'workItems.none.labels', icon: <Tag className="text-icon-faint" /> },
  },
  pick: { keys: 'l', isInBar: true },
}
