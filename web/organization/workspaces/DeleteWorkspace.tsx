import { useState } from 'react'
import { useNavigate } from 'react-router'
import { deletedWorkspaceRetentionDays } from '#common/organization/workspaces/rules.ts'
import type { WorkspaceRow } from '#common/organization/workspaces/schema.ts'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { reloadSession } from '../../platform/person/session.ts'
import { AlertDialog } from '../../platform/ui/AlertDialog.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { toast } from '../../platform/ui/toast.ts'

/**
 * Deletes the workspace after the user has typed its name as confirmation. For some time, admins can restore
 * the workspace.
 */
export function DeleteWorkspace({ workspace }: { workspace: WorkspaceRow }) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  return (
    <SettingsSection
      title={t('workspaces.danger')}
      text={t('workspaces.deleteText', { days: deletedWorkspaceRetentionDays })}
    >
      <Button variant="danger-line" className="self-start" onClick={() => setAsking(true)}>
        {t('workspaces.delete')}
      </Button>
      {asking && <DeleteDialog workspace={workspace} onClose={() => setAsking(false)} />}
    </SettingsSection>
  )
}

function DeleteDialog({ workspace, onClose }: { workspace: WorkspaceRow; onClose: () => void }) {
  const { t } = useTranslation()
  const words = useErrorMessage()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const { id, name, slug } = workspace

  async function restore() {
    try {
      await request('restoreWorkspace', { params: { id } })
      await reloadSession()
      await navigate(`/${slug}`)
    } catch (error) {
      toast.error(words(error))
    }
  }

  async function remove() {
    try {
      await request('deleteWorkspace', { params: { slug } })
    } catch (error) {
      setProblem(words(error))
      throw error
    }
    await reloadSession()
    await navigate('/create-workspace')
    toast.undo(t('workspaces.deleted', { name }), () => void restore())
  }

  return (
    <AlertDialog
      open
      danger
      onOpenChange={(open) => !open && onClose()}
      title={t('workspaces.deleteAsk', { name })}
      text={t('workspaces.deleteWhat', { days: deletedWorkspaceRetentionDays })}
      confirmLabel={t('workspaces.delete')}
      confirmDisabled={typed.trim() !== name}
      onConfirm={remove}
    >
      <Field label={t('workspaces.deleteTyped', { name })} error={problem}>
        <Input
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setProblem(null)
          }}
        />
      </Field>
    </AlertDialog>
  )
}
