import { FolderKanban } from 'lucide-react'
import { t } from '../../../locales/i18n.ts'
import { tables } from '../../../platform/app/sync.ts'
import { joinedProjectsAtom } from '../../../platform/person/projects.ts'
import { ProjectLogo } from '../../../platform/ui/ProjectLogo.tsx'
import type { ItemProperty } from './property.ts'

export const projectProperty: ItemProperty = {
  name: 'project',
  icon: <FolderKanban />,
  choices: {
    in: () => joinedProjectsAtom,
    optionOf: (id) => {
      const known = tables.projects.get(id)
      return {
        value: id,
        label: known?.name ?? t('workItems.unknownGroup'),
        icon: known && <ProjectLogo logo={known.logo_props} name={known.name} />,
      }
    },
  },
}
