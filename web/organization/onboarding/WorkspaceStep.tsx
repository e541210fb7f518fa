import type { WorkspaceResponse } from '#common/organization/workspaces/schema.ts'
import { AuthNotice } from '../../identity/sign-in/AuthNotice.tsx'
import { useTranslation } from '../../locales/i18n.ts'
import { useCanCreateWorkspaces } from '../../platform/person/instance-admin.ts'
import { CreateWorkspaceForm } from '../workspaces/CreateWorkspaceForm.tsx'
import { JoinWorkspaces } from './JoinWorkspaces.tsx'

interface WorkspaceStepProps {
  /** Called with the slug of the joined workspace. */
  onJoined: (slug: string) => void
  onCreated: (workspace: WorkspaceResponse) => void
}

/** The step to join a workspace by invitation, or to create one if the user may. */
export function WorkspaceStep({ onJoined, onCreated }: WorkspaceStepProps) {
  const { t } = useTranslation()
  const isClosed = useCanCreateWorkspaces() === false
  return (
    <>
      <JoinWorkspaces mayCreate={!isClosed} onJoined={onJoined} />
      {isClosed ? (
        <AuthNotice kind="info">{t('workspaces.createClosed')}</AuthNotice>
      ) : (
        <CreateWorkspaceForm onDone={onCreated} />
      )}
    </>
  )
}
