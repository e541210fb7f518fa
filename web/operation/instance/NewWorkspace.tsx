import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { WorkspaceResponse } from '#common/organization/workspaces/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { CreateWorkspaceForm } from '../../organization/workspaces/CreateWorkspaceForm.tsx'
import { reloadSession } from '../../platform/person/session.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Dialog } from '../../platform/ui/Dialog.tsx'
import { toast } from '../../platform/ui/toast.ts'

/** Creates a workspace without leaving the screen, even if users may not create workspaces. */
export function NewWorkspace({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)

  async function goTo({ slug }: WorkspaceResponse) {
    await reloadSession()
    await navigate(`/${slug}`)
  }

  function finish(workspace: WorkspaceResponse) {
    setOpen(false)
    onDone()
    toast.ok(t('instance.workspaceMade', { name: workspace.name }), {
      action: { label: t('instance.openWorkspace'), onPress: () => void goTo(workspace) },
    })
  }

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title={t('instance.newWorkspace')}
      description={t('instance.newWorkspaceText')}
      size="sm"
      trigger={
        <Button variant="primary" icon={<Plus />}>
          {t('instance.newWorkspace')}
        </Button>
      }
    >
      <CreateWorkspaceForm call="createInstanceWorkspace" onDone={finish} />
    </Dialog>
  )
}
