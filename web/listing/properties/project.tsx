import { FolderKanban } from 'lucide-react'
import { tables } from '../../app/sync.ts'
import { t } from '../../locales/i18n.ts'
import { joinedProjectsAtom } from '../../permissions/projects.ts'
import { ProjectLogo } from '../../ui/ProjectLogo.tsx'
import type { ItemProperty } from './property.ts'

export const project: ItemProperty = {
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
