import { useAtomValue } from 'jotai'
import { Box } from 'lucide-react'
import { listNames } from '../../../locales/formats.ts'
import { t, useTranslation } from '../../../locales/i18n.ts'
import { tables } from '../../../platform/app/sync.ts'
import { ModuleIcon } from '../../cycles-modules-epics/ModuleIcon.tsx'
import { allModulesAtom, modulesAcceptingItemsAtom, modulesAtom } from '../../cycles-modules-epics/modules.ts'
import type { ItemProperty } from './property.ts'
import { propertyText } from './property-text.ts'

/** The modules of an item. */
export const modulesProperty: ItemProperty = {
  name: 'modules',
  icon: <Box />,
  hasIcon: true,
  isEmpty: (row) => row.module_ids.length === 0,
  useValue: ({ project_id, module_ids }) => {
    const words = useTranslation()
    const own = useAtomValue(modulesAtom(project_id)).filter((module) => module_ids.includes(module.id))
    const [first, ...rest] = own
    if (first === undefined) return { words: words.t('workItems.addToModules'), content: null }
    return {
      words: propertyText('modules', listNames(own.map((module) => module.name))),
      content: (
        <>
          <span dir="auto" className="max-w-32 truncate">
            {first.name}
          </span>
          {rest.length > 0 && <span className="text-xs text-faint tabular">+{rest.length}</span>}
        </>
      ),
    }
  },
  card: { at: 7.5, as: 'button' },
  row: { at: 2.5, className: 'hidden w-list-name @[84rem]:flex' },
  choices: {
    in: (projectId) => modulesAcceptingItemsAtom(projectId),
    filteredIn: (projectId) => (projectId === null ? allModulesAtom : modulesAcceptingItemsAtom(projectId)),
    optionOf: (id) => {
      const known = tables.modules.get(id)
      return {
        value: id,
        label: known?.name ?? t('workItems.unknownGroup'),
        icon: known ? <ModuleIcon status={known.status} /> : <Box className="text-icon-faint" />,
      }
    },
    none: { label: 'workItems.none.modules', icon: <Box className="text-icon-faint" /> },
  },
  pick: { keys: 'shift+m' },
}
