import { ArrowLeft } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { WorkspaceResponse } from '#common/organization/workspaces/schema.ts'
import { AuthNotice } from '../../identity/sign-in/AuthNotice.tsx'
import { AuthPage } from '../../identity/sign-in/AuthPage.tsx'
import { useTranslation } from '../../locales/i18n.ts'
import { useCanCreateWorkspaces } from '../../platform/person/instance-admin.ts'
import { reloadSession } from '../../platform/person/session.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { CreateWorkspaceForm } from './CreateWorkspaceForm.tsx'
import { DeletedWorkspaces } from './DeletedWorkspaces.tsx'

/** Screen `/create-workspace` with the form for a new workspace and the deleted workspaces that the user can restore. */
export function CreateWorkspace() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isClosed = useCanCreateWorkspaces() === false

  async function open(workspace: WorkspaceResponse) {
    await reloadSession()
    await navigate(`/${workspace.slug}`)
  }

  return (
    <AuthPage
      wide
      title={t(isClosed ? 'workspaces.closedTitle' : 'workspaces.createTitle')}
      text={t('workspaces.createText')}
      footer={
        <Button variant="ghost" icon={<ArrowLeft />} onClick={() => void navigate(-1)}>
          {t('workspaces.back')}
        </Button>
      }
    >
      {isClosed ? (
        <AuthNotice kind="info">{t('workspaces.createClosed')}</AuthNotice>
      ) : (
        <CreateWorkspaceForm onDone={(workspace) => void open(workspace)} />
      )}
      <DeletedWorkspaces />
    </AuthPage>
  )
}
