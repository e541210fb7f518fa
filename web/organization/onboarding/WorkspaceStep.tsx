import type { WorkspaceAnswer } from '#common/organization/workspaces/schema.ts'
import { Notice } from '../../identity/sign-in/Notice.tsx'
import { useTranslation } from '../../locales/i18n.ts'
import { useCanCreateWorkspaces } from '../../platform/person/instance-admin.ts'
import { CreateWorkspaceForm } from '../workspaces/CreateWorkspaceForm.tsx'
import { JoinWorkspaces } from './JoinWorkspaces.tsx'

interface WorkspaceStepProps {
  /** Given the slug of the workspace that was joined. */
  onJoined: (slug: string) => void
  onMade: (workspace: WorkspaceAnswer) => void
}

/** The workspace somebody begins in: one that invites them, or one they make, where they may. */
export function WorkspaceStep({ onJoined, onMade }: WorkspaceStepProps) {
  const { t } = useTranslation()
  const isClosed = useCanCreateWorkspaces() === false
  return (
    <>
      <JoinWorkspaces mayCreate={!isClosed} onJoined={onJoined} />
      {isClosed ? (
        <Notice kind="info">{t('workspaces.createClosed')}</Notice>
      ) : (
        <CreateWorkspaceForm onDone={onMade} />
      )}
    </>
  )
}
