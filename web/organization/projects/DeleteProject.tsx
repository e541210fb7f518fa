import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { Project } from '../../platform/sync/tables.ts'
import { AlertDialog } from '../../platform/ui/AlertDialog.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { deleteProject } from './actions.ts'

/**
 * The dialog to delete a project. The user must type the project's identifier as confirmation, because deleting
 * affects all members.
 */
export function DeleteProject({ project, onClose }: { project: Project; onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { projectId } = useParams()
  const [typed, setTyped] = useState('')
  const { name, identifier, id } = project

  async function remove() {
    if (projectId === id) await navigate(`/${currentSlug()}/projects`)
    await deleteProject(project)
  }

  return (
    <AlertDialog
      open
      danger
      onOpenChange={(open) => !open && onClose()}
      title={t('projects.deleteTitle', { name })}
      text={t('projects.deleteText')}
      confirmLabel={t('projects.delete')}
      confirmDisabled={typed.trim().toUpperCase() !== identifier}
      onConfirm={remove}
    >
      <Field label={t('projects.deleteTyped', { identifier })}>
        <Input autoComplete="off" value={typed} onChange={(event) => setTyped(event.target.value)} />
      </Field>
    </AlertDialog>
  )
}
