import { useAtomValue } from 'jotai'
import { tables } from '../../../platform/app/sync.ts'
import { ProjectLogo } from '../../../platform/ui/ProjectLogo.tsx'
import { type DetailPropertyDefinition, iconAndNameClass } from './property-detail.ts'
import { createReferenceCellText } from './text.ts'

export const projectDetail: DetailPropertyDefinition = {
  column: { width: 150 },
  Cell: ({ row }) => {
    const project = useAtomValue(tables.projects.rowAtom(row.project_id))
    return (
      project && (
        <span className={iconAndNameClass}>
          <ProjectLogo logo={project.logo_props} name={project.name} />
          <span className="truncate">{project.name}</span>
        </span>
      )
    )
  },
  text: (row, names) => createReferenceCellText([row.project_id], names.project),
}
