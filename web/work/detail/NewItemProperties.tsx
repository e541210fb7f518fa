import { useAtomValue } from 'jotai'
import { Paperclip } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { creatableProjectsAtom } from '../../platform/person/projects.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Picker } from '../../platform/ui/Picker.tsx'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { itemHasProperty, settablePropertiesAtom } from '../listing/properties/enabled-properties.ts'
import type { Draft } from '../work-items/draft-fields.ts'
import { DetailPropertyButton } from './DetailPropertyButton.tsx'
import { ParentChoice } from './ParentChoice.tsx'

interface NewItemPropertiesProps {
  draft: Draft
  isEpic: boolean
  onChange: (fields: Partial<Draft>) => void
  /** Called when the user chooses another project. */
  onMove: (projectId: string) => void
  onAddFiles: () => void
  /** Further buttons, after the project. */
  children: ReactNode
}

/** The buttons that choose the project, the properties, the parent and the files of a new item. */
export function NewItemProperties(props: NewItemPropertiesProps) {
  const { draft, isEpic, onChange, onMove, onAddFiles, children } = props
  const { t } = useTranslation()
  const properties = useAtomValue(settablePropertiesAtom(draft.project_id)).filter(({ name }) =>
    itemHasProperty({ is_epic: isEpic }, name),
  )
  return (
    <div className="flex flex-wrap gap-1.5">
      <ProjectChoice projectId={draft.project_id} onChange={onMove} />
      {children}
      {properties.map((property) => (
        <DetailPropertyButton
          key={property.name}
          property={property}
          projectId={draft.project_id}
          values={draft}
          // An item has either an epic or another parent, so choosing an epic clears the parent.
          onChange={(fields) => onChange('epic_id' in fields ? { ...fields, parent_id: null } : fields)}
        />
      ))}
      {!isEpic && (
        <ParentChoice
          projectId={draft.project_id}
          parentId={draft.parent_id}
          onChange={(parent_id) =>
            onChange(parent_id === null ? { parent_id } : { parent_id, epic_id: null })
          }
        />
      )}
      <Button size="sm" icon={<Paperclip />} onClick={onAddFiles}>
        {t('files.add')}
      </Button>
    </div>
  )
}

function ProjectChoice({ projectId, onChange }: { projectId: string; onChange: (id: string) => void }) {
  const { t } = useTranslation()
  const projects = useAtomValue(creatableProjectsAtom)
  const project = useAtomValue(tables.projects.rowAtom(projectId))
  return (
    <Picker
      label={t('properties.project')}
      value={projectId}
      onChange={(id) => id !== null && onChange(id)}
      options={projects.map((each) => ({
        value: each.id,
        label: each.name,
        hint: each.identifier,
        icon: <ProjectLogo logo={each.logo_props} name={each.name} />,
      }))}
      trigger={
        <Button size="sm" icon={project && <ProjectLogo logo={project.logo_props} name={project.name} />}>
          {project?.name ?? t('properties.project')}
        </Button>
      }
    />
  )
}
