import { MailOpen } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { InviteResponse } from '#common/organization/workspaces/schema.ts'
import { roleName } from '#common/platform/roles.ts'
import { AuthPage } from '../../identity/sign-in/AuthPage.tsx'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { useCanCreateWorkspaces } from '../../platform/person/instance-admin.ts'
import { ownHomePath, reloadSession } from '../../platform/person/session.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { RequestError } from '../../platform/sync/http.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { toast } from '../../platform/ui/toast.ts'

/** Screen `/invitations` with the user's unanswered invitations. */
export function Invitations() {
  const { t } = useTranslation()
  const words = useErrorMessage()
  const navigate = useNavigate()
  const mayCreate = useCanCreateWorkspaces()
  const { invites, failed, load } = useMyInvitations()
  const [joining, setJoining] = useState<string | null>(null)

  async function join({ id, workspace }: InviteResponse) {
    setJoining(id)
    try {
      await request('acceptMyInvitations', { body: { invitations: [id] } })
      await reloadSession()
      const home = ownHomePath()
      await navigate(home === '/onboarding' ? home : `/${workspace.slug}`)
    } catch (error) {
      toast.error(words(error))
      setJoining(null)
    }
  }

  return (
    <AuthPage wide title={t('invitations.mine.title')} text={t('invitations.mine.text')}>
      {failed && <LoadError onRetry={() => void load()} />}
      {!failed && invites === null && (
        <div role="status" aria-busy aria-label={t('ui.loading')} className="flex flex-col">
          <Skeleton shape="row" />
          <Skeleton shape="row" />
        </div>
      )}
      {invites?.length === 0 && (
        <EmptyState
          icon={<MailOpen />}
          title={t('invitations.mine.emptyTitle')}
          text={t('invitations.mine.emptyText')}
          action={
            mayCreate && (
              <Link
                to="/create-workspace"
                className="font-medium text-accent-text underline-offset-4 hover:underline"
              >
                {t('invitations.mine.create')}
              </Link>
            )
          }
        />
      )}
      {invites !== null && invites.length > 0 && (
        <ul className="divide-y divide-line rounded-md border border-line bg-sheet">
          {invites.map((invite) => (
            <li key={invite.id} className="flex items-center gap-2.5 py-2 pe-2 ps-3">
              <ProjectLogo name={invite.workspace.name} size="md" />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{invite.workspace.name}</span>
                <span className="block text-sm text-faint">{t(`roles.${roleName(invite.role)}`)}</span>
              </span>
              <Button
                variant="primary"
                aria-label={t('invitations.mine.joinLabel', { workspace: invite.workspace.name })}
                loading={joining === invite.id}
                disabled={joining !== null}
                onClick={() => void join(invite)}
              >
                {t('invitations.mine.join')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </AuthPage>
  )
}

function useMyInvitations() {
  const [invites, setInvites] = useState<InviteResponse[] | null>(null)
  const [failed, setFailed] = useState(false)
  const load = useCallback(async () => {
    setFailed(false)
    try {
      setInvites(await request('listMyInvitations', {}))
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      setFailed(true)
    }
  }, [])
  useEffect(() => void load(), [load])
  return { invites, failed, load }
}
