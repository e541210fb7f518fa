import { ArrowLeft } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { WorkspaceAnswer } from '#common/workspaces/schema.ts'
import { AuthPage } from '../auth/AuthPage.tsx'
import { useTranslation } from '../locales/i18n.ts'
import { Button } from '../ui/Button.tsx'
import { reloadSession } from '../users/session.ts'
import { CreateWorkspaceForm } from './CreateWorkspaceForm.tsx'
import { DeletedWorkspaces } from './DeletedWorkspaces.tsx'

/** `/create-workspace`: a further workspace, or the first of somebody who has none; and what was deleted, to bring it back. */
export function CreateWorkspace() {
  const { t } = useTranslation()
  const navigate = useNavigate()

  async function open(workspace: WorkspaceAnswer) {
    await reloadSession()
    await navigate(`/${workspace.slug}`)
  }

  return (
    <AuthPage
      wide
      title={t('workspaces.createTitle')}
      text={t('workspaces.createText')}
      footer={
        <Button variant="ghost" icon={<ArrowLeft />} onClick={() => void navigate(-1)}>
          {t('workspaces.back')}
        </Button>
      }
    >
      <CreateWorkspaceForm onDone={(workspace) => void open(workspace)} />
      <DeletedWorkspaces />
    </AuthPage>
  )
}
